//! Links between the pages of the repository lead somewhere, headings included.

use std::collections::HashMap;

use super::Finding;
use crate::tree::Tree;

/// Checks every Markdown page of the tree.
pub fn check(tree: &Tree, found: &mut Vec<Finding>) {
    let pages = || tree.texts().filter(|(path, _)| path.ends_with(".md"));
    let anchors: HashMap<&str, Vec<String>> = pages().map(|(path, text)| (path, anchors(text))).collect();
    for (path, text) in pages() {
        for (line, target) in links(text) {
            if let Some(what) = broken(tree, &anchors, path, &target) {
                found.push(Finding::new(
                    path,
                    line,
                    what,
                    "a reader would follow it to nowhere",
                    "correct the link, or remove it",
                ));
            }
        }
    }
}

fn broken(tree: &Tree, anchors: &HashMap<&str, Vec<String>>, page: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { Some(page.to_owned()) } else { resolve(page, file) };
    let Some(path) = path.filter(|path| tree.contains(path)) else {
        return Some(format!("the link `{target}` leads to no file of the repository"));
    };
    let missing = !heading.is_empty()
        && anchors.get(path.as_str()).is_some_and(|known| !known.iter().any(|name| name == heading));
    missing.then(|| format!("the link `{target}` leads to no heading of {path}"))
}

/// The path from the root that a link of this page means, unless it leaves the repository.
fn resolve(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = match link.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => page.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect(),
    };
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/").replace("%20", " "))
}

/// Line number and target of each inline link and each link definition outside code.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose_lines(text) {
        let line = without_code(line);
        for (at, _) in line.match_indices("](") {
            let target = target(&line[at + 2..]);
            links.extend(target.map(|target| (number, target)));
        }
        let definition = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]: "));
        if let Some((name, rest)) = definition
            && !name.starts_with('^')
        {
            links.extend(rest.split_whitespace().next().map(|target| (number, target.to_owned())));
        }
    }
    links
}

/// The target before an optional title; parentheses inside a target come in pairs.
fn target(rest: &str) -> Option<String> {
    let mut depth = 0;
    let end = rest.find(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth < 0
    })?;
    let target = rest[..end].split_whitespace().next()?;
    Some(target.trim_matches(['<', '>']).to_owned())
}

/// The anchors of a page's headings, as the usual renderers make them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, line) in prose_lines(text) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let base: String = title
            .trim()
            .to_lowercase()
            .chars()
            .filter(|&letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'))
            .map(|letter| if letter == ' ' { '-' } else { letter })
            .collect();
        let mut name = base.clone();
        let mut count = 0;
        while anchors.contains(&name) {
            count += 1;
            name = format!("{base}-{count}");
        }
        anchors.push(name);
    }
    anchors
}

/// The numbered lines outside fenced code blocks.
fn prose_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let start = line.trim_start();
        let marker = ["```", "~~~"].into_iter().find(|marker| start.starts_with(marker));
        match (fence, marker) {
            (None, Some(marker)) => fence = Some(marker),
            (Some(open), Some(marker)) if open == marker => fence = None,
            (None, None) => return Some((index + 1, line)),
            _ => {}
        }
        None
    })
}

/// The line with its `code spans` blanked.
fn without_code(line: &str) -> String {
    let pieces: Vec<&str> = line.split('`').collect();
    let last = pieces.len() - 1;
    let kept = pieces.iter().enumerate().map(|(index, piece)| {
        // Odd pieces stand between two backticks, except a last one that nothing closes.
        if index % 2 == 1 && index != last { " ".repeat(piece.len()) } else { (*piece).to_owned() }
    });
    kept.collect::<Vec<_>>().join(" ")
}
