// A TCP proxy between two parts of the cluster that can be cut silently, or slowed. While cut, it forwards nothing and closes nothing: data
// and ends of connections are held back, and new connections get no answer. Both sides see the same as with a switch that drops packets,
// except that TCP keepalives are answered: code that relies on those alone waits for ever.
import { connect, createServer } from 'node:net'
import { wait } from '../../bench/portal.mjs'

export class Link {
  #server
  #sockets = new Set()
  #delay = 0
  #isOpen = true
  #whenOpen = Promise.resolve()
  #open = () => {}

  /** Makes a link to a port of this machine, at a new port. */
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

  /** Ends the cut, and forwards the held data in order. */
  heal() {
    this.#isOpen = true
    this.#delay = 0
    this.#open()
  }

  /** Closes all connections immediately; clients can reconnect. */
  hangUp() {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Delays each direction by these milliseconds. */
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
    // The event 'close' forwards the end.
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
