//! The explanation in each pack.

/// Returns the text of `README.txt`, in both languages. `page` is the address of the page that verifies packs.
#[must_use]
pub fn readme(page: &str) -> String {
    format!(
        "AUDIT PACK

This archive holds everything that the portal knows about a payment:

  receipt.pdf      the receipt, or the document of a payment that is not paid
  bills/           the bills that it pays
  queries/         the queries about these bills, with their messages
  bank/            the messages of FPX as they were sent, and FPX's public key
  payment.json     the payment and its bills
  findings.json    findings of the bill audit, and what was decided about them
  queries.json     the queries
  settlements.csv  payments of these bills outside the portal
  approval.json    the proposal with its steps and approvals, if there was one
  bank.json        the bank lines or messages that confirm the payment
  chain.json       the recorded facts with their hashes, and the daily seals
  manifest.json    the size and SHA-256 of each file
  manifest.sha256  the SHA-256 of manifest.json

The pack of a month has a folder with these files for each payment, and a
settlements.csv of all payments outside the portal in that month.

To verify it, open {page} and choose the archive as it was downloaded. The file
stays on your computer, and the page works without a connection once it is
loaded. Or run: gridbill verify FILE

To be sure that the whole pack was not replaced, compare the newest seal that
the verification shows with the utility's seal of that day.


PEK AUDIT

Arkib ini mengandungi semua maklumat portal tentang satu pembayaran:

  receipt.pdf      resit, atau dokumen pembayaran yang belum dibayar
  bills/           bil yang dibayar
  queries/         pertanyaan tentang bil-bil ini, dengan mesejnya
  bank/            mesej FPX seperti yang dihantar, dan kunci awam FPX
  payment.json     pembayaran dan bil-bilnya
  findings.json    penemuan audit bil, dan keputusan tentangnya
  queries.json     pertanyaan
  settlements.csv  bayaran bagi bil-bil ini di luar portal
  approval.json    cadangan dengan langkah dan kelulusannya, jika ada
  bank.json        baris bank atau mesej yang mengesahkan pembayaran
  chain.json       fakta yang direkodkan dengan cincangannya, dan meterai harian
  manifest.json    saiz dan SHA-256 setiap fail
  manifest.sha256  SHA-256 bagi manifest.json

Pek sebulan mempunyai satu folder dengan fail-fail ini bagi setiap pembayaran, dan
settlements.csv dengan semua bayaran di luar portal pada bulan itu.

Untuk mengesahkannya, buka {page} dan pilih arkib seperti yang dimuat turun.
Fail kekal pada komputer anda, dan halaman ini berfungsi tanpa sambungan selepas
dimuatkan. Atau jalankan: gridbill verify FAIL

Untuk memastikan pek tidak diganti keseluruhannya, bandingkan meterai terbaharu
yang ditunjukkan oleh pengesahan dengan meterai utiliti bagi hari itu.
"
    )
}
