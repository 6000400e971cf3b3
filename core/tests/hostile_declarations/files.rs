//! Builds PDFs, PNGs and JPEGs piece by piece.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

pub const CATALOG: &str = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES: &str = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const PAGE: &str = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>";

/// Makes a PDF of one page, with this catalog and these further objects.
pub fn pdf_of(catalog: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let mut objects = vec![catalog.as_bytes().to_vec(), PAGES.into(), PAGE.into()];
    objects.extend_from_slice(more);
    numbered(&objects, "")
}

/// Makes the same PDF with an addition to the trailer.
pub fn pdf_with_trailer(trailer: &str) -> Vec<u8> {
    numbered(&[CATALOG, PAGES, PAGE].map(|object| object.as_bytes().to_vec()), trailer)
}

pub fn pdf() -> Vec<u8> {
    pdf_of(CATALOG, &[])
}

/// Makes a PDF with a further object of this text.
pub fn pdf_with(object: &str) -> Vec<u8> {
    pdf_of(CATALOG, &[object.as_bytes().to_vec()])
}

fn numbered(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(file.len());
        writeln!(file, "{number} 0 obj").unwrap();
        file.extend_from_slice(object);
        file.extend_from_slice(b"\nendobj\n");
    }
    let table = file.len();
    writeln!(file, "xref\n0 {}\n0000000000 65535 f ", objects.len() + 1).unwrap();
    for place in places {
        writeln!(file, "{place:010} 00000 n ").unwrap();
    }
    writeln!(file, "trailer\n<< /Size {} /Root 1 0 R {trailer}>>", objects.len() + 1).unwrap();
    writeln!(file, "startxref\n{table}\n%%EOF").unwrap();
    file
}

pub fn stream(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let mut object = format!("<< /Length {} {dictionary} >>\nstream\n", data.len()).into_bytes();
    object.extend_from_slice(data);
    object.extend_from_slice(b"\nendstream");
    object
}

pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// Makes a PDF with an object in an object stream with the usual compression.
pub fn pdf_packed(object: &str) -> Vec<u8> {
    pdf_packed_as("/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode", &packed(format!("9 0  {object}").as_bytes()))
}

/// Makes the same PDF with that dictionary and data for the stream.
pub fn pdf_packed_as(dictionary: &str, data: &[u8]) -> Vec<u8> {
    pdf_of(CATALOG, &[stream(dictionary, data)])
}

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Makes a PNG of these chunks.
pub fn png_of(pieces: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    for (name, data) in pieces {
        file.extend_from_slice(&(data.len() as u32).to_be_bytes());
        file.extend_from_slice(*name);
        file.extend_from_slice(data);
        file.extend_from_slice(&[0; 4]);
    }
    resealed(file)
}

/// Corrects the checksum of every chunk, as far as chunks can be recognised.
pub fn resealed(mut file: Vec<u8>) -> Vec<u8> {
    let mut place = SIGNATURE.len();
    while let Some(length) = file.get(place..place + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let Some(sealed) = place.checked_add(8 + length).filter(|end| file.len() >= end + 4) else { break };
        let mut sum = flate2::Crc::new();
        sum.update(&file[place + 4..sealed]);
        file[sealed..sealed + 4].copy_from_slice(&sum.sum().to_be_bytes());
        place = sealed + 4;
    }
    file
}

pub fn png_head(width: u32, height: u32, rest: [u8; 5]) -> Vec<u8> {
    [&width.to_be_bytes()[..], &height.to_be_bytes(), &rest].concat()
}

pub fn png_sized(width: u32, height: u32) -> Vec<u8> {
    png_between(&png_head(width, height, [8, 0, 0, 0, 0]), &[])
}

pub fn png() -> Vec<u8> {
    png_sized(2, 2)
}

/// Makes a PNG with these chunks before its data.
pub fn png_between(head: &[u8], pieces: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut all = vec![(b"IHDR", head.to_vec())];
    all.extend_from_slice(pieces);
    all.extend([(b"IDAT", packed(&[0, 7, 7, 0, 7, 7])), (b"IEND", Vec::new())]);
    png_of(&all)
}

pub fn png_with(name: &'static [u8; 4], data: &[u8]) -> Vec<u8> {
    png_between(&png_head(2, 2, [8, 0, 0, 0, 0]), &[(name, data.to_vec())])
}

/// Makes a JPEG segment.
pub fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    [&[0xff, marker][..], &(data.len() as u16 + 2).to_be_bytes(), data].concat()
}

pub fn frame(marker: u8, width: u16, height: u16) -> Vec<u8> {
    segment(marker, &[&[8][..], &height.to_be_bytes(), &width.to_be_bytes(), &[1, 1, 0x11, 0]].concat())
}

pub fn scan() -> Vec<u8> {
    [segment(0xda, &[1, 1, 0, 0, 63, 0]), b"\x12\x34\xff\x00\x56\xff\xd0\x78".to_vec()].concat()
}

/// Makes a JPEG of these segments.
pub fn jpeg_of(segments: &[Vec<u8>]) -> Vec<u8> {
    [&[0xff, 0xd8][..], &segments.concat(), &[0xff, 0xd9]].concat()
}

pub fn jpeg_with(segments: &[Vec<u8>]) -> Vec<u8> {
    let mut all = vec![segment(0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"), segment(0xdb, &[7; 65])];
    all.extend_from_slice(segments);
    all.extend([frame(0xc0, 16, 16), segment(0xc4, &[0; 28]), scan()]);
    jpeg_of(&all)
}

pub fn jpeg() -> Vec<u8> {
    jpeg_with(&[])
}

/// Makes a zip archive with one file and that comment.
pub fn archive(name: &str, comment: &[u8]) -> Vec<u8> {
    let mut package = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    package.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    package.write_all(b"something").unwrap();
    let mut file = package.finish().unwrap().into_inner();
    let place = file.len() - 2;
    file[place..].copy_from_slice(&(comment.len() as u16).to_le_bytes());
    [&file[..], comment].concat()
}
