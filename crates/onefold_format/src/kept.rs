//! What a reader did not understand, kept verbatim to be written back.

/// One member that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMember {
    /// Path of the object that had it; empty for the value itself.
    pub object: String,
    /// Its name, as it stood there.
    pub name: String,
    /// Its value as JSON, as it stood there.
    pub json: String,
    /// Canonical name of the known member it stood behind; none for the first.
    pub after: Option<String>,
    /// For a known member whose value did not fit: its canonical name, and what the member held instead, as JSON.
    /// Once the member holds something else, that is written.
    pub instead_of: Option<(String, String)>,
}

/// Members that were not understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// In the order they were found.
    pub members: Vec<KeptMember>,
}

impl Kept {
    /// True when there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Drops what is kept at and under a path: for when somebody replaces the value there.
    pub fn forget(&mut self, path: &str) {
        self.members.retain(|member| {
            let whole = crate::path::join(&member.object, &member.name);
            !crate::path::is_under(&member.object, path) && !crate::path::is_under(&whole, path)
        });
    }

    pub(crate) fn of<'a>(&'a self, object: &'a str) -> impl Iterator<Item = &'a KeptMember> {
        self.members.iter().filter(move |member| member.object == object)
    }
}
