//! The format age (<https://age-encryption.org/v1>) with a passphrase: the only part of it that backups need.

use std::io::{self, BufRead, ErrorKind, Read, Write};

use chacha20poly1305::aead::{AeadInPlace, KeyInit as _};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use data_encoding::BASE64_NOPAD;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac};
use sha2::Sha256;

use crate::secrets::random_bytes;

const VERSION: &str = "age-encryption.org/v1";
/// The text of each part of the payload, in bytes. The last part may be shorter.
const PART: usize = 64 << 10;
/// What the proof of a part adds to it, in bytes.
const PROOF: usize = 16;
/// The maximum number of bytes of a line of the header.
const MAX_LINE: u64 = 200;

/// The reason why a file cannot be opened.
#[derive(Debug)]
pub(super) enum Closed {
    /// It cannot be read.
    Io(io::Error),
    /// It is encrypted in another way, or its key takes more work than is allowed.
    Foreign,
    /// The passphrase is another one, or the header was changed: the two look alike.
    Passphrase,
    /// It was cut or changed.
    Damaged,
}

impl From<io::Error> for Closed {
    fn from(why: io::Error) -> Closed {
        // Text that is no UTF-8 is of the kind `InvalidData`.
        let is_damaged = matches!(why.kind(), ErrorKind::UnexpectedEof | ErrorKind::InvalidData);
        if is_damaged { Closed::Damaged } else { Closed::Io(why) }
    }
}

/// The key that wraps the key of the file: 2 to the power `work` is how much work it takes.
fn wrapping(passphrase: &str, salt: [u8; 16], work: u8) -> Option<ChaCha20Poly1305> {
    let salt = [VERSION.as_bytes(), b"/scrypt", &salt].concat();
    let mut key = Key::default();
    let params = scrypt::Params::new(work, 8, 1, key.len()).ok()?;
    scrypt::scrypt(passphrase.as_bytes(), &salt, &params, &mut key).ok()?;
    Some(ChaCha20Poly1305::new(&key))
}

fn derived(file_key: &[u8], salt: &[u8], use_of_it: &str) -> [u8; 32] {
    let mut key = [0; 32];
    // Only keys of more than 8 kB cannot be derived.
    let _ = Hkdf::<Sha256>::new(Some(salt), file_key).expand(use_of_it.as_bytes(), &mut key);
    key
}

/// What proves the header: its bytes up to the three dashes.
fn proof_of(header: &str, file_key: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&derived(file_key, &[], "header")).ok()?;
    mac.update(header.as_bytes());
    Some(mac)
}

/// The encryption of the payload part by part: each has its number, and the last says that it is the last.
struct Stream {
    cipher: ChaCha20Poly1305,
    number: u64,
}

impl Stream {
    fn new(file_key: &[u8], nonce: [u8; 16]) -> Stream {
        let key = derived(file_key, &nonce, "payload");
        Stream { cipher: ChaCha20Poly1305::new(&Key::from(key)), number: 0 }
    }

    fn nonce(&mut self, is_last: bool) -> Nonce {
        let mut nonce = Nonce::default();
        nonce[3..11].copy_from_slice(&self.number.to_be_bytes());
        nonce[11] = u8::from(is_last);
        self.number += 1;
        nonce
    }
}

/// Encrypts what is written.
pub(super) struct Writer<W: Write> {
    out: W,
    stream: Stream,
    part: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    pub(super) fn new(mut out: W, passphrase: &str, work: u8) -> io::Result<Writer<W>> {
        let (salt, file_key, nonce): ([u8; 16], [u8; 16], [u8; 16]) = (random_bytes(), random_bytes(), random_bytes());
        let failed = || io::Error::other("the key cannot be made");
        let mut wrapped = file_key.to_vec();
        let wrapping = wrapping(passphrase, salt, work).ok_or_else(failed)?;
        wrapping.encrypt_in_place(&Nonce::default(), &[], &mut wrapped).map_err(|_| failed())?;
        let [salt, wrapped] = [&salt[..], &wrapped].map(|bytes| BASE64_NOPAD.encode(bytes));
        let header = format!("{VERSION}\n-> scrypt {salt} {work}\n{wrapped}\n---");
        let proof = proof_of(&header, &file_key).ok_or_else(failed)?.finalize().into_bytes();
        writeln!(out, "{header} {}", BASE64_NOPAD.encode(&proof))?;
        out.write_all(&nonce)?;
        Ok(Writer { out, stream: Stream::new(&file_key, nonce), part: Vec::with_capacity(PART + PROOF) })
    }

    fn send(&mut self, is_last: bool) -> io::Result<()> {
        let nonce = self.stream.nonce(is_last);
        let sealed = self.stream.cipher.encrypt_in_place(&nonce, &[], &mut self.part);
        sealed.map_err(|_| io::Error::other("the file cannot be encrypted"))?;
        self.out.write_all(&self.part)?;
        self.part.clear();
        Ok(())
    }

    /// Writes the last part.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.send(true)?;
        Ok(self.out)
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full part waits for what follows, as it may be the last.
        if self.part.len() == PART {
            self.send(false)?;
        }
        let taken = bytes.len().min(PART - self.part.len());
        self.part.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Decrypts what is read. A part that was changed, moved or cut off is an error of the kind `InvalidData`.
pub(super) struct Reader<R: BufRead> {
    file: R,
    stream: Stream,
    part: Vec<u8>,
    /// The number of bytes of the part that were read.
    read: usize,
    is_over: bool,
    /// True after a part that was refused: nothing behind it is given.
    is_damaged: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header, and does at most this work for its key.
    pub(super) fn open(mut file: R, passphrase: &str, max_work: u8) -> Result<Reader<R>, Closed> {
        let mut line = || {
            let mut line = String::new();
            (&mut file).take(MAX_LINE).read_line(&mut line)?;
            line.pop().filter(|end| *end == '\n').map(|_| line).ok_or(Closed::Damaged)
        };
        let [version, recipient, wrapped, proof] = [line()?, line()?, line()?, line()?];
        let Some(recipient) = recipient.strip_prefix("-> scrypt ").filter(|_| version == VERSION) else {
            return Err(Closed::Foreign);
        };
        let (salt, work) = recipient.split_once(' ').ok_or(Closed::Damaged)?;
        let salt = bytes(salt)?.try_into().map_err(|_| Closed::Damaged)?;
        let work = work.parse().map_err(|_| Closed::Damaged)?;
        let wrapping = (work <= max_work).then(|| wrapping(passphrase, salt, work)).flatten().ok_or(Closed::Foreign)?;
        let proof_text = proof.strip_prefix("--- ").ok_or(Closed::Damaged)?;
        let header = format!("{version}\n-> scrypt {recipient}\n{wrapped}\n---");
        let mut file_key = bytes(&wrapped)?;
        if file_key.len() != 16 + PROOF {
            return Err(Closed::Damaged);
        }
        wrapping.decrypt_in_place(&Nonce::default(), &[], &mut file_key).map_err(|_| Closed::Passphrase)?;
        let proof = proof_of(&header, &file_key).ok_or(Closed::Damaged)?;
        proof.verify_slice(&bytes(proof_text)?).map_err(|_| Closed::Damaged)?;
        let mut nonce = [0; 16];
        file.read_exact(&mut nonce)?;
        let stream = Stream::new(&file_key, nonce);
        Ok(Reader { file, stream, part: Vec::new(), read: 0, is_over: false, is_damaged: false })
    }

    /// Decrypts the next part.
    fn next(&mut self) -> io::Result<()> {
        self.part.clear();
        self.read = 0;
        (&mut self.file).take((PART + PROOF) as u64).read_to_end(&mut self.part)?;
        self.is_over = self.file.fill_buf()?.is_empty();
        let is_first = self.stream.number == 0;
        let nonce = self.stream.nonce(self.is_over);
        let opened = self.stream.cipher.decrypt_in_place(&nonce, &[], &mut self.part);
        if !self.is_damaged && opened.is_ok() && (is_first || !self.part.is_empty()) {
            return Ok(());
        }
        self.part.clear();
        (self.is_over, self.is_damaged) = (false, true);
        Err(ErrorKind::InvalidData.into())
    }
}

fn bytes(text: &str) -> Result<Vec<u8>, Closed> {
    BASE64_NOPAD.decode(text.as_bytes()).map_err(|_| Closed::Damaged)
}

impl<R: BufRead> Read for Reader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.read == self.part.len() && !self.is_over {
            self.next()?;
        }
        let taken = out.len().min(self.part.len() - self.read);
        out[..taken].copy_from_slice(&self.part[self.read..][..taken]);
        self.read += taken;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(text: &[u8]) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), "a passphrase", 4).unwrap();
        writer.write_all(text).unwrap();
        writer.finish().unwrap()
    }

    fn opened(file: &[u8], passphrase: &str) -> Result<io::Result<Vec<u8>>, Closed> {
        let mut text = Vec::new();
        Reader::open(file, passphrase, 10).map(|mut reader| reader.read_to_end(&mut text).map(|_| text))
    }

    #[test]
    fn what_was_written_is_read_at_every_length_about_a_part() {
        for length in [0, 1, PART - 1, PART, PART + 1, 2 * PART, 3 * PART + 7] {
            let text: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let file = sealed(&text);
            assert_eq!(opened(&file, "a passphrase").unwrap().unwrap(), text, "{length}");
            assert!(matches!(opened(&file, "another"), Err(Closed::Passphrase)));
        }
    }

    #[test]
    fn parts_that_are_cut_off_changed_or_moved_are_refused() {
        let file = sealed(&vec![7; 3 * PART]);
        let header = file.len() - 3 * (PART + PROOF);
        let part = |number: usize| &file[header + number * (PART + PROOF)..][..PART + PROOF];
        let mut changed = file.clone();
        changed[header + 5] ^= 1;
        let bad = [
            file[..header + 2 * (PART + PROOF)].to_vec(),
            file[..file.len() - 1].to_vec(),
            [&file[..header], part(1), part(0), part(2)].concat(),
            [&file[..], part(2)].concat(),
            changed,
        ];
        for file in bad {
            let mut reader = Reader::open(&file[..], "a passphrase", 10).unwrap();
            let mut text = Vec::new();
            assert_eq!(reader.read_to_end(&mut text).unwrap_err().kind(), ErrorKind::InvalidData);
            assert!(text.iter().all(|byte| *byte == 7), "only what is sound is given");
            assert!(reader.read(&mut [0; 10]).is_err(), "it stays refused");
        }
    }

    /// Made by the program age 1.1.1: `printf 'Good evening.' | age -p`.
    #[test]
    fn a_file_of_the_program_age_is_opened() {
        let file = include_bytes!("age/evening.age");
        let mut text = String::new();
        Reader::open(&file[..], "turnpost-evening", 18).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "Good evening.");
    }

    #[test]
    fn too_much_work_and_other_ways_are_refused() {
        let file = sealed(b"text");
        assert!(matches!(Reader::open(&file[..], "a passphrase", 3), Err(Closed::Foreign)));
        let keys = b"age-encryption.org/v1\n-> X25519 abc\nabc\n--- abc\n";
        assert!(matches!(opened(keys, "a passphrase"), Err(Closed::Foreign)));
    }
}
