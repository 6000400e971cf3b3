// Random numbers of a seed: mulberry32, by Tommy Ettinger. The same seed gives the same numbers on every machine.

/** A generator of its own for each purpose, so that one more draw here changes nothing there. */
export class Random {
  #state

  constructor(seed, purpose = '') {
    this.#state = [...`${seed}/${purpose}`].reduce(
      (hash, letter) => Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0,
      0x811c9dc5,
    )
  }

  /** From 0 up to 1, without it. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number, both ends included. */
  between(least, most) {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(part) {
    return this.next() < part
  }

  of(list) {
    return list[Math.floor(this.next() * list.length)]
  }

  /** One of `{ name: weight }`. */
  weighed(weights) {
    const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
    let left = this.next() * all
    for (const [name, weight] of Object.entries(weights)) {
      left -= weight
      if (left < 0) return name
    }
    return Object.keys(weights).at(-1)
  }

  /** The time until something happens that happens so often on average. */
  pause(mean) {
    return -Math.log(1 - this.next()) * mean
  }

  /** The same things in another order. */
  shuffled(list) {
    const all = [...list]
    for (let place = all.length - 1; place > 0; place--) {
      const other = this.between(0, place)
      ;[all[place], all[other]] = [all[other], all[place]]
    }
    return all
  }
}
