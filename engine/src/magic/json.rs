//! The view as JSON (V1).

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::view::View;

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut view = serializer.serialize_struct("View", 2)?;
        view.serialize_field("you", &self.you)?;
        view.serialize_field("last", &self.table.last)?;
        view.end()
    }
}
