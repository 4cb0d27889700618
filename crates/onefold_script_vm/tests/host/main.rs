//! Scripts on described objects: linking, calls, members, handles, re-entry, overrides.
#![expect(unsafe_code, reason = "the test classes implement the unsafe trait Reflect by hand")]

mod calls;
mod island;
mod links;
mod members;
mod overrides;
mod reentry;
mod world;
