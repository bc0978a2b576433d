//! The list of operations.

use super::*;
use crate::deprecation::{ALL, tests::PLANTED};
use crate::document;

#[test]
fn at_each_place_of_a_path_is_one_parameter_at_most() {
    fn check(path: &str, branch: &Branch) {
        let parameters: Vec<&String> = branch.branches.keys().filter(|segment| segment.starts_with('{')).collect();
        assert!(parameters.len() <= 1, "only the first one of {parameters:?} after {path} would be found");
        branch.branches.iter().for_each(|(segment, branch)| check(&format!("{path}/{segment}"), branch));
    }
    check("", &Branch::from_operations(operations().into_iter().filter(|operation| operation.path.starts_with(API))));
}

#[test]
fn operations_that_will_end_are_marked() {
    let mut marked = document();
    document::mark(&mut marked, &[PLANTED]);
    let text = document::text(&marked);
    let marked: serde_json::Value = serde_json::from_str(&text).unwrap();
    let operation = &marked["paths"]["/v1/games"]["get"];
    assert_eq!(operation["deprecated"], true);
    let words = "Deprecated since 2027-01-01; it ends on 2027-07-01. Use `GET /v2/games`.";
    assert!(operation["description"].as_str().unwrap().ends_with(words), "{operation}");
    assert_eq!(text.matches("\"deprecated\": true").count(), 1 + ALL.len());
}
