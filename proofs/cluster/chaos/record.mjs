// Records requests and answers as JSON lines, in the order in which they became known.
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'

export class Record {
  all = []
  #file

  constructor(folder, name = 'record.jsonl') {
    this.#file = createWriteStream(join(folder, name))
  }

  /** Adds an entry. `t` is its type: ack, refused, unknown, bank, fault, missing, file, group, read (refused or slow). */
  add(entry) {
    this.all.push(entry)
    this.#file.write(`${JSON.stringify(entry)}\n`)
  }

  end() {
    return new Promise((resolve) => this.#file.end(resolve))
  }
}

export const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
