// Random numbers from a seed: mulberry32, by Tommy Ettinger. The same seed gives the same numbers on every machine.

/** A generator for one purpose, so that an additional draw does not change other purposes. */
export class Random {
  #state

  constructor(seed, purpose = '') {
    this.#state = [...`${seed}/${purpose}`].reduce(
      (hash, letter) => Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0,
      0x811c9dc5,
    )
  }

  /** Returns a number from 0 (included) to 1 (excluded). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns an integer, both ends included. */
  between(least, most) {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(part) {
    return this.next() < part
  }

  of(list) {
    return list[Math.floor(this.next() * list.length)]
  }

  /** Returns a name of `{ name: weight }`, chosen by weight. */
  weighed(weights) {
    const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
    let left = this.next() * all
    for (const [name, weight] of Object.entries(weights)) {
      left -= weight
      if (left < 0) return name
    }
    return Object.keys(weights).at(-1)
  }

  /** Returns a random (exponential) pause with this mean. */
  pause(mean) {
    return -Math.log(1 - this.next()) * mean
  }

  /** Returns the items in random order. */
  shuffled(list) {
    const all = [...list]
    for (let place = all.length - 1; place > 0; place--) {
      const other = this.between(0, place)
      ;[all[place], all[other]] = [all[other], all[place]]
    }
    return all
  }
}
