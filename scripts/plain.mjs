// Counts unclear words in comments and pages (CONTRIBUTING.md, "Rules"), and fails if a word is used more often than
// `scripts/plain.json` allows, or if a query that is named like a question writes. `--lower` sets the limits to the current counts; it never raises them.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const limitsFile = new URL('plain.json', import.meta.url)
const limits = JSON.parse(readFileSync(limitsFile, 'utf8'))

const comments = {
  rs: /\/\/.*$/gm,
  ts: /\/\/.*$|\/\*[\s\S]*?\*\//gm,
  tsx: /\/\/.*$|\/\*[\s\S]*?\*\//gm,
  mjs: /\/\/.*$/gm,
  css: /\/\*[\s\S]*?\*\//gm,
  sql: /--.*$/gm,
  sh: /#.*$/gm,
  toml: /#.*$/gm,
  md: /[\s\S]+/g,
}
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\0')
const found = Object.fromEntries(Object.keys(limits).map((word) => [word, []]))
for (const path of files) {
  const pattern = comments[path.split('.').pop()]
  if (pattern === undefined || path.startsWith('fixtures/')) continue
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    continue
  }
  for (const comment of text.matchAll(pattern)) {
    for (const word of Object.keys(limits)) {
      for (const at of comment[0].matchAll(new RegExp(`\\b${word}\\b`, 'gi'))) {
        found[word].push(`${path}:${text.slice(0, comment.index + at.index).split('\n').length}`)
      }
    }
  }
}

let failed = false
// A function that is named like a question must not write.
const isQuery = (path) => /^server\/(\w+\/)?src\/.*(\/sql\.rs|\/sql\/.*\.rs)$/.test(path)
const writes = /\b(insert into|delete from|update [a-z_]+(\s+(as\s+)?[a-z]+)?\s+set)\b/
for (const path of files.filter(isQuery)) {
  for (const [body, name] of readFileSync(path, 'utf8').matchAll(/^(?:pub )?async fn ((?:is|has|can)_\w+)[\s\S]*?^}/gm)) {
    if (!writes.test(body)) continue
    failed = true
    console.error(`${path}: ${name} writes; a function that writes is named by an imperative verb`)
  }
}
for (const [word, { plain, limit }] of Object.entries(limits)) {
  const places = found[word]
  if (places.length <= limit) continue
  failed = true
  console.error(`"${word}" is used ${places.length} times, ${limit} at most. Write instead: ${plain}`)
  for (const place of places.slice(0, 40)) console.error(`  ${place}`)
}
if (process.argv.includes('--lower')) {
  for (const word of Object.keys(limits)) limits[word].limit = Math.min(limits[word].limit, found[word].length)
  writeFileSync(limitsFile, `${JSON.stringify(limits, null, 2)}\n`)
} else if (failed) process.exit(1)
