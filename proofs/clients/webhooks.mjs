// Checks deliveries with the package `standardwebhooks` of npm: node webhooks.mjs SECRET < cases.json
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

// The package is installed in the folder from which this runs.
const { Webhook } = createRequire(`${process.cwd()}/`)('standardwebhooks')
const webhook = new Webhook(process.argv[2])

for (const { name, headers, body, expected } of JSON.parse(await text(process.stdin))) {
  let accepted = true
  try {
    webhook.verify(body, headers)
  } catch {
    accepted = false
  }
  if (accepted !== expected) throw new Error(`npm: ${name}`)
}
