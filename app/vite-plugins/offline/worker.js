/**
 * The service worker. It stores the portal's files, so that the frame opens without a connection. It never stores answers
 * of calls or data of a tenant. `serviceWorker.ts` inserts the version and the files at each build.
 *
 * Pages are always requested from the server first, so that a new version opens with the next page. A new worker takes over
 * immediately. It keeps the files of the previous version, so that open tabs find them when the server no longer has them.
 */
const version = '__VERSION__'
const files = '__FILES__'
const prefix = 'gridbill-'
const name = prefix + version
const frame = '/portal.html'

/** Whether a path is not a screen: a call, the return from the bank, an e-mail of the demo, a guide, a health check, or a file. */
const isNotScreen = (path) => /^\/(\w+-svc|portal|dev|guides|\.well-known|readyz|healthz)(\/|$)|\.\w+$/.test(path)

/** Whether the user signed out (src/kit/session/offlineFiles.ts). */
let isRemoved = false

/** Deletes all files. A busy browser has left the page, which deletes them too, before it has finished. */
async function remove() {
  isRemoved = true
  const names = (await caches.keys()).filter((one) => one.startsWith(prefix))
  await Promise.all(names.map((one) => caches.delete(one)))
}

async function install() {
  const cache = await caches.open(name)
  // One after the other, so that the page's own calls never wait. Most files are in the browser's HTTP cache.
  for (const file of [frame, ...files]) if (!(isRemoved || (await cache.match(file)))) await cache.add(file)
  if (isRemoved) await caches.delete(name)
  await self.skipWaiting()
}

async function activate() {
  // The keys are in the order of their creation, so the last of the others is the previous version.
  const others = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== name)
  await Promise.all(others.slice(0, -1).map((older) => caches.delete(older)))
  // Lets the browser request the page while the worker starts.
  await self.registration.navigationPreload?.enable()
  // Takes over the page that installed the worker.
  await self.clients.claim()
}

/** Whether a proxy answered that it cannot reach the portal. */
const isProxyFailure = ({ status }) => status === 502 || status === 504

async function page(event) {
  const answer = await Promise.resolve(event.preloadResponse)
    .then((preloaded) => preloaded ?? fetch(event.request))
    .catch(() => Response.error())
  if (answer.type !== 'error' && !isProxyFailure(answer)) return answer
  // Only this version's cache: a search in all caches would find the oldest frame. After a sign-out there is no cache.
  const stored = await caches.match(frame, { cacheName: name })
  if (!stored) return answer
  // src/kit/session/offlineFiles.ts reads this attribute.
  const html = (await stored.text()).replace('<html', '<html data-unreached')
  return new Response(html, { headers: stored.headers })
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('message', (event) => {
  if (event.data === 'remove') event.waitUntil(remove())
})
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // File names contain a hash of the content, so the file may come from any version's cache.
  if (pathname.startsWith('/assets/')) event.respondWith(caches.match(pathname).then((stored) => stored ?? fetch(request)))
  else if (request.mode === 'navigate' && !isNotScreen(pathname)) event.respondWith(page(event))
})
