// Removes the custom sections (function names, producers) of a WebAssembly file: a fifth of the download, which no code reads.
// wasm-pack cannot do it, and `strip` in the Cargo profile would remove sections that wasm-bindgen needs.
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
