//! Includes and options.
