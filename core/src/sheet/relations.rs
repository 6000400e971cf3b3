//! Reads the relations of a part: which other part has which role.

use quick_xml::events::Event;

use super::xml::{Events, attribute};
use crate::Code;

/// Maximum relations of a part; an ordinary workbook has a dozen.
const MAX_RELATIONS: usize = 1_000;

pub struct Relation {
    pub id: String,
    kind: String,
    /// The name of the part.
    pub target: String,
    /// Whether it points outside the package.
    pub is_external: bool,
}

impl Relation {
    /// Whether the relation is of that kind. Only the end of the type is compared, because the namespace before it
    /// differs between the two editions of the format.
    pub fn is(&self, kind: &str) -> bool {
        self.kind.rsplit('/').next() == Some(kind)
    }
}

/// Reads the relations of a part in a folder.
pub fn read(part: &str, folder: &str) -> Result<Vec<Relation>, Code> {
    let (mut events, mut relations) = (Events::of(part), Vec::new());
    while let Some(event) = events.next()? {
        let Event::Start(start) = event else { continue };
        if start.local_name().as_ref() != "Relationship" {
            continue;
        }
        if relations.len() == MAX_RELATIONS {
            return Err(Code::SheetDamaged);
        }
        let asked = |name| attribute(&start, name).map(Option::unwrap_or_default);
        let is_external = asked("TargetMode")? == "External";
        let target = asked("Target")?;
        let target = if is_external { target } else { resolved(&target, folder)? };
        relations.push(Relation { id: asked("Id")?, kind: asked("Type")?, target, is_external });
    }
    Ok(relations)
}

/// Resolves a target to the name of a part. It is relative to the folder, or absolute.
fn resolved(target: &str, folder: &str) -> Result<String, Code> {
    let (target, folder) = target.strip_prefix('/').map_or((target, folder), |whole| (whole, ""));
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop().ok_or(Code::SheetDamaged)?),
            step => steps.push(step),
        }
    }
    Ok(steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolved;
    use crate::Code;

    #[test]
    fn a_part_is_named_from_the_top_or_from_its_folder() {
        for (target, folder, part) in [
            ("worksheets/sheet1.xml", "xl", Ok("xl/worksheets/sheet1.xml")),
            ("/xl/worksheets/sheet1.xml", "xl", Ok("xl/worksheets/sheet1.xml")),
            ("../custom/a.xml", "xl", Ok("custom/a.xml")),
            ("./a.xml", "", Ok("a.xml")),
            ("../../etc/passwd", "xl", Err(Code::SheetDamaged)),
        ] {
            assert_eq!(resolved(target, folder).as_deref(), part.as_deref(), "{target}");
        }
    }
}
