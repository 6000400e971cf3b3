// A mail server that accepts and counts every e-mail, and stores none.
import net from 'node:net'

export const mailServer = (port) =>
  new Promise((resolve, reject) => {
    const taken = { emails: 0, bytes: 0, close: () => server.close() }
    const server = net.createServer((socket) => {
      let text = ''
      let isData = false
      const say = (line) => socket.write(`${line}\r\n`)
      const command = (line) => {
        if (/^EHLO/i.test(line)) say('250-mail.example\r\n250-8BITMIME\r\n250 SMTPUTF8')
        else if (/^DATA/i.test(line)) {
          isData = true
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
      socket.on('error', () => {})
      socket.on('data', (part) => {
        text += part.toString('latin1')
        for (;;) {
          const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
          if (end < 0) return
          if (isData) {
            taken.emails++
            taken.bytes += end
            isData = false
            text = text.slice(end + 5)
            say('250 taken')
          } else {
            const line = text.slice(0, end)
            text = text.slice(end + 2)
            command(line)
          }
        }
      })
      say('220 mail.example')
    })
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(taken))
  })
