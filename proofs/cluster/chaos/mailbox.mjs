// The mail server of a run: accepts every e-mail, refuses it, hangs up, or does not answer.
import net from 'node:net'

const ANSWERS = { EHLO: '250 chaos', HELO: '250 chaos', MAIL: '250 ok', RCPT: '250 ok', RSET: '250 ok', NOOP: '250 ok' }

/** Decodes the text of an e-mail (quoted-printable). */
const readable = (text) =>
  text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

export class Mailbox {
  /** One of take, refuse, close, hang. */
  mode = 'take'
  taken = 0
  refused = 0
  /** The tokens of the links sent to each address, newest last. */
  #tokens = new Map()

  static async open() {
    const mailbox = new Mailbox()
    mailbox.server = net.createServer((socket) => mailbox.#talk(socket))
    await new Promise((resolve, reject) => mailbox.server.once('error', reject).listen(0, '127.0.0.1', resolve))
    mailbox.url = `smtp://127.0.0.1:${mailbox.server.address().port}`
    return mailbox
  }

  tokenFor(who) {
    return this.#tokens.get(who)?.at(-1)
  }

  #talk(socket) {
    let heard = ''
    let letter
    let to = []
    const say = (line) => {
      if (this.mode === 'hang') return
      if (this.mode === 'close') socket.destroy()
      else socket.write(`${line}\r\n`)
    }
    const took = () => {
      if (this.mode !== 'take') {
        this.refused++
        say('451 not now')
        return
      }
      const token = /#([A-Za-z0-9_-]{16,})/.exec(readable(letter))?.[1]
      for (const who of to) if (token) this.#tokens.set(who, [...(this.#tokens.get(who) ?? []), token])
      this.taken++
      say('250 taken')
    }
    const command = (line) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'DATA') {
        letter = ''
        say('354 go on')
      } else if (verb === 'QUIT') {
        say('221 bye')
        socket.end()
      } else if (verb === 'RCPT' && this.mode === 'refuse') {
        this.refused++
        say('451 not now')
      } else {
        if (verb === 'MAIL') to = []
        if (verb === 'RCPT') to.push(/<(.*?)>/.exec(line)?.[1])
        say(ANSWERS[verb] ?? '500 what?')
      }
    }
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      for (;;) {
        const end = heard.indexOf(letter === undefined ? '\r\n' : '\r\n.\r\n')
        if (end < 0) return
        const part = heard.slice(0, end)
        heard = heard.slice(end + (letter === undefined ? 2 : 5))
        if (letter === undefined) command(part)
        else {
          letter = part
          took()
          letter = undefined
        }
      }
    })
    say('220 chaos')
  }

  end() {
    return new Promise((resolve) => this.server.close(resolve))
  }
}
