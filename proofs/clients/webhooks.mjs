// Checks deliveries with the package `standardwebhooks` of npm: node webhooks.mjs < cases.json
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

// The package is installed in the folder from which this runs.
const { Webhook } = createRequire(`${process.cwd()}/`)('standardwebhooks')

for (const { name, secret, headers, body, expected } of JSON.parse(await text(process.stdin))) {
  let accepted = true
  try {
    new Webhook(secret).verify(body, headers)
  } catch {
    accepted = false
  }
  if (accepted !== expected) throw new Error(`npm: ${name}`)
}
