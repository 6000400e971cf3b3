//! Checks the sources of core and of the server: a module may import only modules of lower layers, which prevents
//! cycles, each file is a module, and no line of core is too long to read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of a crate by layer, the lowest first.
struct Layers {
    /// Mechanisms, which do not know any domain.
    below: &'static [&'static [&'static str]],
    /// Modules that have their place among the domains, and declare no endpoints.
    beside: &'static [&'static str],
    /// Modules that use the domains.
    above: &'static [&'static [&'static str]],
}

const CORE: Layers = Layers {
    below: &[
        &["csv", "language", "tone", "topic"],
        &["recorded_name"],
        &["chain", "permission"],
        &["problem"],
        &["typed"],
        &["amount", "number"],
        &["audience", "calendar", "number_list", "page"],
        &["wire"],
        &["search", "endpoint"],
        &["list"],
    ],
    beside: &["audit", "company"],
    above: &[
        &["fact", "packs", "screen", "sheet"],
        &["bank_statements", "notifications"],
        &["activity"],
        &["registry"],
        &["declared"],
    ],
};

const SERVER: Layers = Layers {
    below: &[
        &["computing", "config", "error"],
        &["database", "documents", "fpx", "list"],
        &["base"],
        &["auth", "files", "jobs", "outbound"],
        &["connections", "live", "mail"],
        &["app"],
        &["facts"],
        &["viewing"],
        &["endpoint"],
    ],
    beside: &["sheet"],
    above: &[
        &["downloads"],
        &["check", "feed", "file_move", "takeover"],
        &["demo"],
        &["http"],
        &["serve"],
        &["command"],
    ],
};

#[test]
fn no_module_of_core_reaches_back_up() {
    check(&["src"], &CORE);
}

#[test]
fn no_module_of_the_server_reaches_back_up() {
    check(&["../server/platform/src", "../server/domains/src", "../server/src"], &SERVER);
}

/// The compiler ignores a file that no module names.
#[test]
fn each_file_is_a_module() {
    for folder in [
        "src",
        "../core-wasm/src",
        "../server/platform/src",
        "../server/domains/src",
        "../server/src",
        "../server/tests/api",
    ] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let texts: Vec<_> = files(&root, 0)
            .into_iter()
            .map(|(file, _)| (std::fs::read_to_string(&file).expect("a file"), file))
            .collect();
        for (_, file) in &texts {
            let (name, stem) = (file.file_name().expect("a name"), file.file_stem().expect("a name"));
            let module = if name == "mod.rs" { file.parent().expect("a folder") } else { file.as_path() };
            if ["lib", "main"].iter().any(|root| stem == *root) || module == root {
                continue;
            }
            let declaration = format!("mod {};", module.file_stem().expect("a name").display());
            let path = format!("#[path = \"{}\"]", name.display());
            let beside = module.parent().expect("a folder");
            let is_named = texts.iter().any(|(text, other)| {
                (other.parent() == Some(beside) || other.with_extension("") == beside)
                    && text.lines().any(|line| line.ends_with(&declaration) || line.trim() == path)
            });
            assert!(is_named, "no module names {}", file.display());
        }
    }
}

/// A module that queries imported would import them back.
#[test]
fn queries_of_payments_import_no_other_module_of_payments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/domains/src/payments");
    for (file, _) in files(&root.join("sql"), 0).into_iter().chain(files(&root.join("fpx/sql"), 0)) {
        let text = std::fs::read_to_string(&file).expect("a file");
        let is_upwards = text.contains("crate::payments::") || text.contains("super::super::");
        assert!(!is_upwards, "{} imports a module that uses it", file.display());
    }
}

/// Maximum characters of a line. `rustfmt` formats no declarations inside macros.
const MAX_LINE: usize = 120;

/// Comments and lines with a text may be longer, because a sentence is one line. Lines of `endpoints!` may not.
#[test]
fn no_line_of_core_is_too_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (file, _) in files(&root, 0) {
        let text = std::fs::read_to_string(&file).expect("a file");
        let mut is_endpoint = false;
        for (line, number) in text.lines().zip(1..) {
            is_endpoint = line.starts_with("endpoints! {") || is_endpoint && !line.starts_with('}');
            let is_text = line.contains('"') || line.trim_start().starts_with("//");
            if line.chars().count() > MAX_LINE && (is_endpoint || !is_text) {
                wrong.push(format!("{}:{number}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "longer than {MAX_LINE} characters:\n{}", wrong.join("\n"));
}

/// The domains that declare endpoints.
fn domains() -> Vec<&'static str> {
    macro_rules! names {
        ($($domain:ident $(with $lists:ident)?: $tag:literal $about:literal $({ $($parts:tt)+ })?,)+) => {
            vec![$(stringify!($domain)),+]
        };
    }
    gridbill_core::domains!(names)
}

/// Checks that modules import only lower ones. A domain may import other domains, but not in a circle.
fn check(folders: &[&str], layers: &Layers) {
    let roots: Vec<_> = folders.iter().map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).collect();
    let domain = layers.below.len();
    let below = (0..).zip(layers.below);
    let above = (domain + 1..).zip(layers.above);
    let mut layer_of: BTreeMap<&str, usize> =
        domains().iter().chain(layers.beside).map(|module| (*module, domain)).collect();
    layer_of.extend(below.chain(above).flat_map(|(layer, modules)| modules.iter().map(move |module| (*module, layer))));

    let exported: BTreeMap<_, _> = roots
        .iter()
        .flat_map(|root| exported(&std::fs::read_to_string(root.join("lib.rs")).expect("lib.rs")))
        .collect();
    let (mut found, mut wrong) = (BTreeSet::new(), Vec::new());
    let of_domains = layer_of.iter().filter(|(_, layer)| **layer == domain);
    let mut among_domains: BTreeMap<String, BTreeSet<String>> =
        of_domains.map(|(module, _)| ((*module).to_owned(), BTreeSet::new())).collect();
    let of_roots = roots.iter().flat_map(|root| files(root, 0).into_iter().map(move |found| (root, found)));
    for (root, (file, depth)) in of_roots {
        let path = file.strip_prefix(root).expect("a file of the folder");
        let module = path.iter().next().expect("a name").to_str().expect("a text").trim_end_matches(".rs").to_owned();
        if ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a file");
        for name in imported(&text, depth) {
            let other = exported.get(&name).cloned().unwrap_or(name);
            let (Some(layer), Some(others)) = (layer_of.get(module.as_str()), layer_of.get(other.as_str())) else {
                continue;
            };
            if other == module {
                continue;
            }
            if *layer == domain && *others == domain {
                among_domains.entry(module.clone()).or_default().insert(other);
            } else if others >= layer {
                wrong.push(format!("{}: {module} imports {other}, which is not in a lower layer", path.display()));
            }
        }
        found.insert(module);
    }
    let declared: BTreeSet<String> = layer_of.keys().map(|&module| module.to_owned()).collect();
    assert_eq!(found, declared, "every module must be in a layer");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A domain without imports of other domains is in no circle, and neither is one that imports only such domains.
    while let Some(free) = among_domains.keys().find(|&module| among_domains[module].is_empty()).cloned() {
        among_domains.remove(&free);
        for others in among_domains.values_mut() {
            others.remove(&free);
        }
    }
    assert!(among_domains.is_empty(), "these domains import each other: {among_domains:?}");
}

/// Returns all files, each with its depth in the module tree.
fn files(folder: &Path, depth: usize) -> Vec<(std::path::PathBuf, usize)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, depth + 1));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_folders = path.file_stem().is_some_and(|stem| stem == "mod");
            found.push((path, if is_folders { depth } else { depth + 1 }));
        }
    }
    found
}

/// Returns the names that `lib.rs` re-exports, each with its module.
fn exported(lib: &str) -> BTreeMap<String, String> {
    let uses = lib.lines().filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';')?.split_once("::"));
    let each = uses.flat_map(|(module, names)| {
        names.trim_matches(['{', '}']).split(", ").map(|name| (name.to_owned(), module.to_owned()))
    });
    each.collect()
}

/// Returns the first names of all paths that start at the crate's root. Unit tests are left out, because they may
/// import anything.
fn imported(text: &str, depth: usize) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String =
        code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let above = "super::".repeat(depth);
    let mut names = BTreeSet::new();
    for root in ["crate::", above.as_str()] {
        for (start, _) in code.match_indices(root) {
            // `super::super::` within a longer path belongs to another module.
            if code[..start].ends_with("::") || code[..start].ends_with(|before: char| before.is_alphanumeric()) {
                continue;
            }
            let path = &code[start + root.len()..];
            match path.strip_prefix('{') {
                Some(group) => names.extend(first_names(group)),
                None => names.extend(name(path)),
            }
        }
    }
    names
}

/// Returns the first name of each path of `{a::b, c::{d, e}}`, given the text after the first brace.
fn first_names(group: &str) -> Vec<String> {
    let (mut names, mut nesting, mut is_first) = (Vec::new(), 1, true);
    for (at, character) in group.char_indices() {
        match character {
            '{' => nesting += 1,
            '}' => nesting -= 1,
            ',' if nesting == 1 => is_first = true,
            character if is_first && !character.is_whitespace() => {
                names.extend(name(&group[at..]));
                is_first = false;
            }
            _ => {}
        }
        if nesting == 0 {
            break;
        }
    }
    names
}

fn name(path: &str) -> Option<String> {
    let end = path.find(|character: char| !(character.is_alphanumeric() || character == '_')).unwrap_or(path.len());
    Some(path[..end].to_owned()).filter(|name| !name.is_empty())
}
