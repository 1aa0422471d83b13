//! The layers that the documentation of the crate lists: a module uses only modules before it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order in which `lib.rs` lists them.
fn layers(lib: &str) -> Vec<String> {
    let listed = lib.lines().skip_while(|line| !line.starts_with("//! - "));
    let listed = listed.take_while(|line| *line != "//!");
    let text: String = listed.collect();
    let names = text.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The modules of the crate that a file uses, its unit tests aside.
fn used(text: &str) -> BTreeSet<&str> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let uses = text.lines().filter_map(|line| line.trim().strip_prefix("use crate::"));
    uses.filter_map(|path| path.split([':', ';', '{']).next()).collect()
}

#[test]
fn every_module_uses_only_earlier_layers() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(source.join("lib.rs")).expect("lib.rs can be read");
    let layers = layers(&lib);
    let declared = lib.lines().filter(|line| line.contains("mod ") && line.ends_with(';')).count();
    assert_eq!(layers.len(), declared, "lib.rs lists every module once: {layers:?}");
    let place = |module: &str| {
        let found = layers.iter().position(|one| one == module);
        found.unwrap_or_else(|| panic!("{module} is not in the list of layers"))
    };
    for path in files(&source) {
        let inside = path.strip_prefix(&source).expect("it is in the folder");
        let module = inside.components().next().expect("a file has a name").as_os_str();
        let module = module.to_str().expect("names are ASCII").trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a file can be read");
        for used in used(&text) {
            let is_earlier = place(used) < place(module) || used == module;
            assert!(is_earlier, "{module} uses {used}, a later layer");
        }
    }
}
