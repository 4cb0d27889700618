#!/usr/bin/env onefold
#include "one.as"
#include 'two.as' // with a comment
#include <three.as>
#pragma once and more
#if DEFINED
int a;
#else
int b;
#endif
#if !DEFINED
wrong ( here
#if NESTED
#else
"open
#endif
#elif OTHER
also wrong
#elif 1
int c;
#elif DEFINED
and wrong
#else
wrong again
#endif
#ifdef DEFINED
int d;
#endif
#ifndef DEFINED
it's off /* a comment
#endif
*/ "string"
#endif
#ifver 3.5.0
int e;
#endif
#ifnver 3.6
int f;
#endif
#ifver 4.0.0.1
no
#else
int g;
#endif
#define LOCAL
#if LOCAL && (DEFINED || 0) && !(OTHER) && defined(LOCAL)
int h;
#endif
#undef LOCAL
#if defined LOCAL
no
#endif
#if 0
"""
#endif
"""
#endif
void main() {
#if DEFINED
    f(
#else
    g(
#endif
      1);
}
