#!/bin/sh
# emvqr 0.0.5 and @walletfactory/emvqr 0.1.1 (npm): one valid payment QR code in 256 is refused.
#
# Data object 63 is the checksum as four hexadecimal digits. The standard's own example has leading zeros: a checksum of 007B is written
# as 6304007B (EMV QR Code Specification, Merchant-Presented Mode 1.1, section 4.7.3, which DuitNow QR follows). Both packages compute the
# checksum and pad its text only to an even number of digits. They compare `7B` with `007B` and throw "checksum validation failed".
# Seen: of 2,000 codes of one biller that differ in the bill number, both packages refuse 5, the ones with checksums that begin with 00.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --no-save --prefix . emvqr@0.0.5 @walletfactory/emvqr@0.1.1
cat >decode.js <<'JS'
const assert = require('node:assert');

/** CRC-16 of ISO/IEC 13239 with polynomial 1021 and initial value FFFF. */
function checksum(text) {
    let crc = 0xffff;
    for (const byte of Buffer.from(text)) {
        crc ^= byte << 8;
        for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
    }
    return crc.toString(16).toUpperCase().padStart(4, '0');
}
assert.equal(checksum('123456789'), '29B1', 'the check value of this CRC');

const object = (id, value) => id + String(value.length).padStart(2, '0') + value;

/** A dynamic QR code in ringgit with a bill number. */
function code(bill) {
    const payee = object('00', 'A0000006150001') + object('01', '501664') + object('02', 'M0000001');
    const objects = [
        ['00', '01'], ['01', '12'], ['26', payee], ['52', '4900'], ['53', '458'], ['54', '120.50'], ['58', 'MY'],
        ['59', 'GRID'], ['60', 'KUALA LUMPUR'], ['62', object('01', bill)],
    ];
    const payload = objects.map(([id, value]) => object(id, value)).join('') + '6304';
    return payload + checksum(payload);
}

const codes = Array.from({ length: 2000 }, (_, number) => code(`BILL${10000 + number}`));
const short = codes.filter((text) => text.slice(-4).startsWith('00'));
for (const name of ['emvqr/emvqr/emvqr.js', '@walletfactory/emvqr/emvqr/emvqr.js']) {
    const { decode } = require(name);
    const refused = codes.filter((text) => {
        try {
            decode(text);
            return false;
        } catch (error) {
            assert.match(error.message, /checksum validation failed/i);
            return true;
        }
    });
    console.log(`${name}: ${refused.length} of ${codes.length} refused, checksums ${refused.map((text) => text.slice(-4)).join(' ')}`);
    assert.equal(short.length, 5);
    assert.deepEqual(refused, short, 'the behaviour changed');
}
JS
node decode.js
