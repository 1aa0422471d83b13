//! CRC-32 as in zlib, PNG and Ethernet.

/// The polynomial 0x04C11DB7 with its bits reversed.
const POLYNOMIAL: u32 = 0xEDB8_8320;

/// The remainders of all bytes.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = rest >> 1 ^ if rest & 1 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
};

pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let next = |rest: u32, &byte: &u8| TABLE[usize::from(rest as u8 ^ byte)] ^ rest >> 8;
    !bytes.iter().fold(!0, next)
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_checksum_is_that_of_zlib() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }
}
