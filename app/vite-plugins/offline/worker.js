/**
 * The service worker: keeps the portal's own files, so that its frame opens without a connection. It keeps no answer of a call and no
 * data of anybody. `serviceWorker.ts` fills in the version and the files at each build.
 *
 * A new version is installed beside the old one, and takes over once no tab of the old one is open: until then those tabs find the files
 * of their own version here, also when the server has them no more.
 */
const version = '__VERSION__'
const files = '__FILES__'
const prefix = 'gridbill-'
const name = prefix + version
const frame = '/portal.html'

/** What is no page of the app: calls, the bank's return, e-mails of the demo, guides, and whatever is a file. */
const isOther = (path) => /^\/(\w+-svc|portal|dev|guides|\.well-known|readyz|healthz|livez|metrics)(\/|$)|\.\w+$/.test(path)

async function install() {
  const cache = await caches.open(name)
  // One by one, so that the page's own calls never wait. Most are in the browser's cache already.
  for (const file of [frame, ...files]) if (!(await cache.match(file))) await cache.add(file)
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((one) => one.startsWith(prefix) && one !== name).map((one) => caches.delete(one)))
  // The page is asked for while the worker starts.
  await self.registration.navigationPreload?.enable()
  // The page that has just installed it is served from now on.
  await self.clients.claim()
}

const kept = async (request) => (await caches.open(name)).match(request)

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const found = await kept(frame)
    if (!found) throw error
    return found
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(kept(request).then((found) => found ?? fetch(request)))
  else if (request.mode === 'navigate' && !isOther(pathname)) event.respondWith(page(event))
})
