//! Descriptions of the types that come with Rust, and of glam's.

mod collections;
mod glam_types;
mod plain;
