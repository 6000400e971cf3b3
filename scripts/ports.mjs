// Fails before the build if a port of the demo is in use.
import { createServer } from 'node:net'

const addresses = {
  GRIDBILL_LISTEN: process.env.GRIDBILL_LISTEN ?? '127.0.0.1:8080',
  GRIDBILL_SANDBOX_LISTEN: process.env.GRIDBILL_SANDBOX_LISTEN ?? '127.0.0.1:8081',
}

const isFree = (address) =>
  new Promise((resolve) => {
    const at = address.lastIndexOf(':')
    const server = createServer()
    server.once('error', (error) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(Number(address.slice(at + 1)), address.slice(0, at).replace(/^\[|\]$/g, ''), () => server.close(() => resolve(true)))
  })

for (const [setting, address] of Object.entries(addresses)) {
  if (await isFree(address)) continue
  const other = address.replace(/\d+$/, (port) => String(Number(port) + 10))
  console.error(`run: another program uses ${address}. Stop it, or choose another port: ${setting}=${other} make run`)
  process.exit(1)
}
