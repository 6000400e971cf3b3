/**
 * The service worker: stores the portal's own files, so that its frame opens without a connection. It never stores
 * answers of calls or data of a tenant. `serviceWorker.ts` inserts the version and the files at each build.
 *
 * Pages are always requested from the server first, so that a new version opens at the next navigation. A new worker
 * takes over immediately. Files of the previous version stay until the next version, so that open tabs still find them
 * when the server no longer has them.
 */
const version = '__VERSION__'
const files = '__FILES__'
const prefix = 'gridbill-'
const name = prefix + version
const frame = '/portal.html'

/** Whether an address is not a screen: calls, the bank's return, e-mails of the demo, guides, health, and every file. */
const isOther = (path) => /^\/(\w+-svc|portal|dev|guides|\.well-known|readyz|healthz)(\/|$)|\.\w+$/.test(path)

async function install() {
  const cache = await caches.open(name)
  // In sequence, so that the page's own calls never wait. Most files are in the browser's HTTP cache.
  for (const file of [frame, ...files]) if (!(await cache.match(file))) await cache.add(file)
  await self.skipWaiting()
}

async function activate() {
  // `keys` are in the order of creation, so the last is the previous version.
  const others = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== name)
  await Promise.all(others.slice(0, -1).map((older) => caches.delete(older)))
  // Lets the browser request the page while the worker starts.
  await self.registration.navigationPreload?.enable()
  // Takes over the page that installed the worker.
  await self.clients.claim()
}

/** Whether a proxy answered that it cannot reach the portal. */
const isAway = ({ status }) => status === 502 || status === 504

async function page(event) {
  const answer = await Promise.resolve(event.preloadResponse)
    .then((preloaded) => preloaded ?? fetch(event.request))
    .catch(() => Response.error())
  if (answer.type !== 'error' && !isAway(answer)) return answer
  // Search only this version's cache: searching all would find the oldest frame. After signing out there is none.
  const stored = await caches.match(frame, { cacheName: name })
  if (!stored) return answer
  // src/routes/portal.tsx reads this mark.
  const html = (await stored.text()).replace('<html', '<html data-unreached')
  return new Response(html, { headers: stored.headers })
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // File names contain a content hash, so any version's file is the right one.
  if (pathname.startsWith('/assets/')) event.respondWith(caches.match(pathname).then((stored) => stored ?? fetch(request)))
  else if (request.mode === 'navigate' && !isOther(pathname)) event.respondWith(page(event))
})
