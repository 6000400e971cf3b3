//! PNGs and JPEGs of each kind of attack or defect.

use gridbill_core::Code::*;
use gridbill_core::registration::declaration::FileKind::*;

use super::classes::Line;
use super::files::*;

pub fn pngs() -> Vec<Line> {
    let file = png();
    let data = (b"IDAT", packed(&[0, 7, 7, 0, 7, 7]));
    let head = (b"IHDR", png_head(2, 2, [8, 0, 0, 0, 0]));
    let end = (b"IEND", Vec::new());
    let headed = |rest: [u8; 5]| png_between(&png_head(2, 2, rest), &[]);
    let lying = [&file[..8], &[0xff; 4], &file[12..]].concat();
    let mut wrong_sum = file.clone();
    wrong_sum[30] ^= 1;
    let behind = |bytes: &[u8]| [&file[..], bytes].concat();
    vec![
        ("a plain png", file.clone(), Ok(Png)),
        ("a png with a comment", png_with(b"tEXt", b"Author\0Aminah <aminah@sinar.example>"), Ok(Png)),
        ("a png with more of it behind", behind(b"what a program forgot to cut off"), Ok(Png)),
        ("a png with a page behind", behind(b"<html><script>alert(1)</script>"), Err(FileHasMore)),
        ("a png with an archive behind", behind(&archive("A.class", b"")), Err(FileHasMore)),
        (
            "a png with a program in a comment",
            png_with(b"tEXt", b"Comment\0<?php system($_GET[1]); ?>"),
            Err(FileHasMore),
        ),
        ("a png that moves", png_with(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]), Err(FileHasMore)),
        ("a png of a signature only", file[..8].to_vec(), Err(FileDamaged)),
        ("a png cut off", file[..file.len() - 5].to_vec(), Err(FileDamaged)),
        ("a png without an end", png_of(&[head.clone(), data.clone()]), Err(FileDamaged)),
        ("a png without data", png_of(&[head.clone(), end.clone()]), Err(FileDamaged)),
        ("a png without a head", png_of(&[data.clone(), end.clone()]), Err(FileDamaged)),
        ("a png with two heads", png_of(&[head.clone(), head.clone(), data.clone(), end.clone()]), Err(FileDamaged)),
        ("a png with a long end", png_of(&[head.clone(), data.clone(), (b"IEND", vec![1])]), Err(FileDamaged)),
        ("a png with a lying length", lying, Err(FileDamaged)),
        ("a png with a wrong checksum", wrong_sum, Err(FileDamaged)),
        ("a png with a part nobody knows", png_with(b"EVIL", b"x"), Err(FileDamaged)),
        ("a png with a part of no letters", png_with(b"a\0b<", b"x"), Err(FileDamaged)),
        ("a png of 3 bits", headed([3, 0, 0, 0, 0]), Err(FileDamaged)),
        ("a png of a colour nobody knows", headed([8, 5, 0, 0, 0]), Err(FileDamaged)),
        ("a png packed in a way nobody knows", headed([8, 0, 1, 0, 0]), Err(FileDamaged)),
        ("a png without height", png_sized(2, 0), Err(FileDamaged)),
        ("a png of 50 million pixels", png_sized(10_000, 5_000), Ok(Png)),
        ("a png of one pixel more", png_sized(50_000_001, 1), Err(PictureTooLarge)),
        ("a png as large as numbers are", png_sized(u32::MAX, u32::MAX), Err(PictureTooLarge)),
    ]
}

pub fn jpegs() -> Vec<Line> {
    let file = jpeg();
    let behind = |bytes: &[u8]| [&file[..], bytes].concat();
    let framed = |frames: &[Vec<u8>]| jpeg_of(&[frames.concat(), scan()]);
    let scans = |count: usize| jpeg_of(&[frame(0xc2, 16, 16), scan().repeat(count)]);
    let comment = |text: &[u8]| jpeg_with(&[segment(0xfe, text)]);
    vec![
        ("a plain jpeg", file.clone(), Ok(Jpeg)),
        ("a jpeg in turns", scans(10), Ok(Jpeg)),
        ("a jpeg with a comment", comment(b"a phone"), Ok(Jpeg)),
        ("a jpeg filled up", jpeg_with(&[vec![0xff; 9]]), Ok(Jpeg)),
        ("a jpeg with the film of a phone behind", behind(b"\0\0\0\x18ftypmp42\0\0\0\0 and so on SEFT"), Ok(Jpeg)),
        ("a jpeg with another behind", behind(&file), Ok(Jpeg)),
        ("a jpeg with a program behind", behind(b"<?php system($_GET[1]); ?>"), Err(FileHasMore)),
        ("a jpeg with a page behind", behind(b"\n<HTML ><body>"), Err(FileHasMore)),
        ("a jpeg that is a program, too", behind(&archive("A.class", b"")), Err(FileHasMore)),
        ("a jpeg with a program in a comment", comment(b"<?php system($_GET[1]); ?>"), Err(FileHasMore)),
        ("a jpeg with an archive in a comment", comment(&archive("A.class", b"")), Err(FileHasMore)),
        ("a jpeg of a signature only", b"\xff\xd8\xff\xe0".to_vec(), Err(FileDamaged)),
        ("a jpeg cut off", file[..file.len() - 9].to_vec(), Err(FileDamaged)),
        ("a jpeg without an end", file[..file.len() - 2].to_vec(), Err(FileDamaged)),
        (
            "a jpeg with a page for a picture",
            b"\xff\xd8\xff<html><script>alert(1)</script>\xff\xd9".to_vec(),
            Err(FileDamaged),
        ),
        ("a jpeg with a lying length", jpeg_with(&[b"\xff\xe1\xff\xff".to_vec()]), Err(FileDamaged)),
        ("a jpeg with no length", jpeg_with(&[b"\xff\xe1\0\0".to_vec()]), Err(FileDamaged)),
        ("a jpeg without a size", jpeg_of(&[scan()]), Err(FileDamaged)),
        ("a jpeg without a picture", jpeg_of(&[frame(0xc0, 16, 16)]), Err(FileDamaged)),
        ("a jpeg of two sizes", framed(&[frame(0xc0, 16, 16), frame(0xc0, 60_000, 60_000)]), Err(FileDamaged)),
        ("a jpeg without height", framed(&[frame(0xc0, 16, 0)]), Err(FileDamaged)),
        ("a jpeg as large as numbers are", framed(&[frame(0xc0, 65_535, 65_535)]), Err(PictureTooLarge)),
        ("a jpeg that no browser shows", framed(&[frame(0xc9, 16, 16)]), Err(FileDamaged)),
        ("a jpeg with a short size", framed(&[segment(0xc0, &[8])]), Err(FileDamaged)),
        ("a jpeg of a thousand turns", scans(1_000), Err(FileDamaged)),
        ("a jpeg of filling", [b"\xff\xd8".to_vec(), vec![0xff; 5_000_000]].concat(), Err(FileDamaged)),
    ]
}
