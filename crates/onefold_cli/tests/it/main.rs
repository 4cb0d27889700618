//! Acceptance from outside: the built binary as a newcomer runs it, and command files as a careless or hostile author
//! writes them.

mod binary;
mod command_files;
mod hostile_scripts;
