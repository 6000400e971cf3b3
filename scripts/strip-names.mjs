// Takes the custom sections (function names, producers) out of a WebAssembly file: a fifth of the download, read by
// nobody. wasm-pack cannot, and `strip` in the Cargo profile would take away what wasm-bindgen needs.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv[2]
const wasm = readFileSync(file)
const kept = [wasm.subarray(0, 8)]
for (let place = 8; place < wasm.length; ) {
  const start = place
  const custom = wasm[place++] === 0
  let size = 0
  for (let shift = 0, more = true; more; shift += 7) {
    const byte = wasm[place++]
    size |= (byte & 127) << shift
    more = byte > 127
  }
  place += size
  if (!custom) kept.push(wasm.subarray(start, place))
}
writeFileSync(file, Buffer.concat(kept))
