//! Prints the bytecode of one script file.
fn main() {
    let file = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    match onefold_script::build_text(&file, &text, &onefold_script::BuildOptions::default()) {
        Ok(script) => println!("{}", script.program()),
        Err(messages) => {
            messages.iter().for_each(|message| eprintln!("{}", onefold_script::message_line(message)))
        }
    }
}
