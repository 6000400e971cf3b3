/**
 * The service worker: stores the portal's own files, so that its frame opens without a connection. It stores no answer of a call and no
 * data of a tenant. `serviceWorker.ts` fills in the version and the files at each build.
 *
 * A page is always asked of the server first, so a new version is what the next navigation opens. A new worker takes over at once. The
 * files of the version before stay until the next one: tabs that are still open find theirs, also when the server has them no more.
 */
const version = '__VERSION__'
const files = '__FILES__'
const prefix = 'gridbill-'
const name = prefix + version
const frame = '/portal.html'

/** Addresses that are no screen: calls, the bank's return, e-mails of the demo, guides, health, and every file. */
const isOther = (path) => /^\/(\w+-svc|portal|dev|guides|\.well-known|readyz|healthz)(\/|$)|\.\w+$/.test(path)

async function install() {
  const cache = await caches.open(name)
  // One by one, so that the page's own calls never wait. The browser's own cache has most of them.
  for (const file of [frame, ...files]) if (!(await cache.match(file))) await cache.add(file)
  await self.skipWaiting()
}

async function activate() {
  // In the order in which they were made.
  const others = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== name)
  await Promise.all(others.slice(0, -1).map((older) => caches.delete(older)))
  // The browser asks for the page while the worker starts.
  await self.registration.navigationPreload?.enable()
  // The page that installed the worker is served by it from now on.
  await self.clients.claim()
}

/** A proxy answers so while it does not reach the portal. */
const isAway = ({ status }) => status === 502 || status === 504

async function page(event) {
  const answer = await Promise.resolve(event.preloadResponse)
    .then((preloaded) => preloaded ?? fetch(event.request))
    .catch(() => Response.error())
  if (answer.type !== 'error' && !isAway(answer)) return answer
  // By name: matching in all caches would find the oldest frame. Nothing is found after signing out.
  const stored = await caches.match(frame, { cacheName: name })
  if (!stored) return answer
  // src/routes/portal.tsx reads the mark.
  const html = (await stored.text()).replace('<html', '<html data-unreached')
  return new Response(html, { headers: stored.headers })
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // Named by their content: of whichever version, they are the same.
  if (pathname.startsWith('/assets/')) event.respondWith(caches.match(pathname).then((stored) => stored ?? fetch(request)))
  else if (request.mode === 'navigate' && !isOther(pathname)) event.respondWith(page(event))
})
