//! `onefold types`: the described types.

use anyhow::Result;
use onefold_reflect::{Registry, Shape, TypeEntry};
use serde_json::{Value as Json, json};

use crate::output::say;

/// Arguments of `onefold types`.
#[derive(clap::Args)]
pub struct Options {
    /// Show this type only, with its members and methods
    name: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Runs the verb; false when the type is unknown.
pub fn run(options: &Options) -> Result<bool> {
    let registry = onefold_engine::registry()?;
    let entries: Vec<&TypeEntry> = match &options.name {
        Some(name) => match registry.find(name) {
            Ok(entry) => vec![entry],
            Err(wrong) => {
                eprintln!("{wrong}");
                return Ok(false);
            }
        },
        None => registry
            .types()
            .map(|entry| &**entry)
            .filter(|entry| !entry.info().name.space.is_empty())
            .collect(),
    };
    if options.json {
        let list: Vec<Json> = entries.iter().map(|entry| describe(&registry, entry)).collect();
        say!("{}", serde_json::to_string_pretty(&list)?);
        return Ok(true);
    }
    for entry in entries {
        let base = entry
            .base()
            .map(|base| format!(" : {}", registry.entry(base.index).bare_name()))
            .unwrap_or_default();
        say!("{}{base}  {}", entry.bare_name(), first_line(entry.info().doc));
        if options.name.is_some() {
            print_details(&registry, entry);
        }
    }
    Ok(true)
}

fn print_details(registry: &Registry, entry: &TypeEntry) {
    for member in entry.members() {
        let ty = registry.entry(member.ty()).bare_name();
        let unit = member.attrs().unit.map(|unit| format!(" [{unit}]")).unwrap_or_default();
        say!("  {}: {ty}{unit}  {}", member.name(), first_line(member.info().doc));
    }
    for method in entry.methods() {
        say!("  {}  {}", signature(registry, method), first_line(method.info().doc));
    }
    if let Shape::Enum(info) = entry.shape() {
        for variant in info.variants {
            say!("  {} = {}  {}", variant.name, variant.value, first_line(variant.doc));
        }
    }
}

fn signature(registry: &Registry, method: &onefold_reflect::Method) -> String {
    let params: Vec<String> = method
        .params()
        .iter()
        .zip(method.param_infos())
        .map(|(param, info)| {
            let default = info.default.map(|text| format!(" = {text}")).unwrap_or_default();
            format!("{}: {}{default}", info.name, registry.entry(param.ty()).bare_name())
        })
        .collect();
    let ret =
        method.ret().map(|(ty, _)| format!(" -> {}", registry.entry(ty).bare_name())).unwrap_or_default();
    format!("{}({}){ret}", method.name(), params.join(", "))
}

fn describe(registry: &Registry, entry: &TypeEntry) -> Json {
    let members = entry.members().iter().map(|member| {
        json!({
            "name": member.name(),
            "type": registry.entry(member.ty()).bare_name(),
            "doc": member.info().doc,
            "unit": member.attrs().unit,
            "aliases": member.info().aliases,
        })
    });
    let methods = entry.methods().iter().map(|method| {
        json!({ "name": method.name(), "signature": signature(registry, method), "doc": method.info().doc })
    });
    json!({
        "name": entry.bare_name(),
        "full_name": entry.name(),
        "key": format!("{:016x}", entry.key().0),
        "doc": entry.info().doc,
        "base": entry.base().map(|base| registry.entry(base.index).bare_name()),
        "aliases": entry.info().aliases,
        "members": members.collect::<Vec<_>>(),
        "methods": methods.collect::<Vec<_>>(),
    })
}

fn first_line(doc: &str) -> &str {
    doc.lines().next().unwrap_or_default()
}
