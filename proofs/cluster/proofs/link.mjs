// A TCP proxy between two parts of the cluster that can be cut without a word, or slowed. Cut, it passes nothing on and closes
// nothing: what was sent waits, the end of a connection too, and whoever connects hears nothing. That is what both sides see of a
// switch that drops packets, except that TCP's own signs of life are answered: whoever relies on those alone waits for ever.
import { connect, createServer } from 'node:net'
import { wait } from '../../bench/portal.mjs'

export class Link {
  #server
  #sockets = new Set()
  #delay = 0
  #isOpen = true
  #whenOpen = Promise.resolve()
  #open = () => {}

  /** To a port of this machine, at a port of its own. */
  static async to(target) {
    const link = new Link()
    link.#server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => link.#join(near, target))
    await new Promise((resolve, reject) => link.#server.once('error', reject).listen(0, '127.0.0.1', resolve))
    link.port = link.#server.address().port
    return link
  }

  cut() {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#whenOpen = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  /** What waited goes on, in its order. */
  heal() {
    this.#isOpen = true
    this.#delay = 0
    this.#open()
  }

  /** Whoever is connected is cut off at once, and can connect again. */
  hangUp() {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Each way takes so many milliseconds longer. */
  slow(milliseconds) {
    this.#delay = milliseconds
  }

  async close() {
    this.heal()
    this.hangUp()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #join(near, target) {
    this.#keep(near)
    await this.#passes(performance.now() + this.#delay)
    if (near.destroyed) return
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    this.#keep(far)
    this.#pass(near, far)
    this.#pass(far, near)
  }

  #keep(socket) {
    this.#sockets.add(socket)
    // Its end is passed on by 'close'.
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #pass(from, to) {
    let last = Promise.resolve()
    const later = (act) => {
      const due = performance.now() + this.#delay
      last = last.then(() => this.#passes(due)).then(act)
    }
    from.on('data', (bytes) =>
      later(() => {
        if (to.destroyed || to.write(bytes)) return
        from.pause()
        to.once('drain', () => from.resume())
      }),
    )
    from.on('end', () => later(() => to.end()))
    from.on('close', () => later(() => to.destroy()))
  }

  async #passes(due) {
    const left = due - performance.now()
    if (left > 1) await wait(left)
    while (!this.#isOpen) await this.#whenOpen
  }
}
