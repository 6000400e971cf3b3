// Reads the DuitNow QR in the PDF of a payable bill with jsQR, and compares it with the text of the bill's page.
//
//     qr.mjs PORTAL save      saves the PDF of a bill as bill.pdf, and the text as bill.json
//     qr.mjs PORTAL read      reads the rendered PDF in bill.gray.json
import { readFileSync, writeFileSync } from 'node:fs'
import jsQR from 'jsqr'

const [portal, step] = process.argv.slice(2)

async function call(path, token, body) {
  const answer = await fetch(`${portal}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
const data = async (...asked) => (await (await call(...asked)).json()).Data

async function save() {
  const user = { username: 'payer@sinar.example', password: 'Gridbill-demo1' }
  const { accessToken } = await data('/user-svc/api/v1/User/Login', undefined, user)
  const { bulkId } = await data('/user-svc/api/v1/User/GetUserProfile', accessToken)
  const asked = { filter: { payable: true }, recordCount: 50 }
  const { items } = await data(`/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkId}`, accessToken, asked)
  const { invoiceNo, accountNo } = items.find(({ hold }) => hold === null)
  const { bankingApp } = await data(`/billpayment-svc/api/v1/Bills/GetBillDetails/${invoiceNo}`, accessToken)
  const pdf = await call(`/billpayment-svc/api/v1/Bills/PrintPDF2?caNo=${accountNo}&invoiceNo=${invoiceNo}`, accessToken)
  writeFileSync('bill.pdf', Buffer.from(await pdf.arrayBuffer()))
  writeFileSync('bill.json', JSON.stringify({ invoiceNo, text: bankingApp.duitNow.text }))
}

/** Reads the codes at the right edge of a page. jsQR finds one code in a picture, so overlapping parts are read. */
function codesOf({ width, height, pixels }) {
  const grey = Buffer.from(pixels, 'base64')
  const side = Math.round(width / 3)
  const found = []
  for (let top = 0; top + side <= height; top += Math.round(side / 4)) {
    const colours = new Uint8ClampedArray(side * side * 4)
    for (let place = 0; place < side * side; place++) {
      const value = grey[(top + Math.floor(place / side)) * width + width - side + (place % side)]
      colours.set([value, value, value, 255], place * 4)
    }
    const text = jsQR(colours, side, side)?.data
    if (text) found.push(text)
  }
  return found
}

if (step === 'save') {
  await save()
} else {
  const { invoiceNo, text } = JSON.parse(readFileSync('bill.json', 'utf8'))
  const found = JSON.parse(readFileSync('bill.gray.json', 'utf8')).flatMap(codesOf)
  if (!found.includes(text)) throw new Error(`the codes of the PDF are ${JSON.stringify(found)}, expected ${text}`)
  console.log(`bank-readers: jsQR reads the DuitNow QR from the PDF of bill ${invoiceNo}`)
}
