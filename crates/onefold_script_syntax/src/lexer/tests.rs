//! Tokens of small texts.
