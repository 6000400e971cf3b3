import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('../vite-plugins/offline/worker.js', import.meta.url), 'utf8')

/** Starts the worker with its real source, and with a cache whose downloads wait until `finish` is called. */
function startWorker() {
  const listeners = new Map<string, (event: object) => void>()
  const stored = new Map<string, string[]>()
  const downloads: (() => void)[] = []
  const cache = (name: string) => ({
    match: () => undefined,
    add: (file: string) =>
      new Promise<void>((resolve) => {
        downloads.push(() => {
          stored.get(name)?.push(file)
          resolve()
        })
      }),
  })
  const caches = {
    open: (name: string) => {
      stored.set(name, [])
      return cache(name)
    },
    keys: async () => [...stored.keys()],
    delete: (name: string) => stored.delete(name),
  }
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: () => Promise.resolve(),
  }
  runInNewContext(source.replace("'__FILES__'", "['/assets/a.js', '/assets/b.js']"), { self, caches })
  let installed: Promise<void> | undefined
  return {
    stored,
    install: () => listeners.get('install')?.({ waitUntil: (promise: Promise<void>) => (installed = promise) }),
    installed: () => installed,
    remove: () => listeners.get('message')?.({ data: 'remove', waitUntil: () => {} }),
    finish: async () => {
      await setImmediate()
      downloads.shift()?.()
      await setImmediate()
    },
  }
}

test('an installed worker stores the page and its files, and deletes them after a sign-out', async () => {
  const worker = startWorker()
  worker.install()
  for (let file = 0; file < 3; file++) await worker.finish()
  await worker.installed()
  expect([...worker.stored.values()]).toEqual([['/portal.html', '/assets/a.js', '/assets/b.js']])
  // The page that signed out has gone.
  worker.remove()
  await setImmediate()
  expect(worker.stored.size).toBe(0)
})

test.each([0, 1, 2])('a sign-out after %i stored files leaves none, although the worker is still being installed', async (count) => {
  const worker = startWorker()
  worker.install()
  for (let file = 0; file < count; file++) await worker.finish()
  worker.remove()
  await worker.finish()
  await worker.installed()
  expect(worker.stored.size).toBe(0)
})
