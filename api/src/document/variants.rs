//! Names for the variants of unions: generators number those that have none.

use serde_json::{Value, json};

use super::tree::{Members, reference};

/// The member that tells the variants apart.
pub(super) const TAG: &str = "kind";

/// Gives each variant of a tagged union a schema of its own, named after its word, and the union a discriminator.
pub(super) fn name(schemas: &mut Members) {
    let mut named = Members::new();
    for union in schemas.values_mut() {
        let variants = union
            .get_mut("oneOf")
            .and_then(Value::as_array_mut)
            .filter(|all| all.iter().all(|one| word(one).is_some()));
        let Some(variants) = variants else { continue };
        let mut mapping = Members::new();
        for variant in variants {
            let word = word(variant).unwrap_or_default().to_owned();
            let name = camel_case(&word);
            mapping.insert(word, reference(&name)["$ref"].take());
            named.insert(name.clone(), std::mem::replace(variant, reference(&name)));
        }
        union["discriminator"] = json!({"propertyName": TAG, "mapping": mapping});
    }
    schemas.append(&mut named);
}

/// The only word of a variant's tag.
fn word(variant: &Value) -> Option<&str> {
    match variant["properties"][TAG]["enum"].as_array()?.as_slice() {
        [word] => word.as_str(),
        _ => None,
    }
}

/// `per-move` as `PerMove`.
pub(super) fn camel_case(word: &str) -> String {
    let capital = |part: &str| part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect();
    word.split('-').map(capital).collect::<Vec<String>>().concat()
}
