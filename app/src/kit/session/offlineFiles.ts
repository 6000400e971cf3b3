/** The service worker, which stores the portal's files for use without a connection (vite-plugins/offline/worker.js). */

const prefix = 'gridbill-'
let installing: Promise<unknown> | undefined
let isRemoved = false

/**
 * Installs or updates the worker, unless it was removed. Without it the portal works, but cannot open without a connection. It is called
 * when the browser is idle, which a busy browser is only after the user has signed out.
 */
export function installWorker() {
  if (isRemoved || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // biome-ignore lint/plugin: a file of the build, not a screen
  installing = navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

/** Removes the worker and its files, so that no file of the portal stays in the browser after a sign-out. */
export async function removeWorker() {
  isRemoved = true
  if (!('serviceWorker' in navigator)) return
  // Without waiting for the browser: a busy one answers after the page has left.
  navigator.serviceWorker.controller?.postMessage('remove')
  // At once, because a registration may wait for a connection.
  await remove()
  await installing
  if (installing) await remove()
}

/** Removes the worker on the sign-in page: a busy browser may install it after the page that signed out has left. */
export async function removeLateWorker() {
  if (!('serviceWorker' in navigator)) return
  await remove()
  await navigator.serviceWorker.ready
  await remove()
}

async function remove() {
  const [registration, names] = await Promise.all([navigator.serviceWorker.getRegistration('/'), caches.keys()])
  // Workers outlive this page, and one that is still being installed would open its cache again.
  for (const worker of [registration?.installing, registration?.active]) worker?.postMessage('remove')
  await Promise.all([registration?.unregister(), ...names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name))])
}

/** Whether this page comes from the worker, because the portal could not be reached. */
export const wasUnreached = () => 'unreached' in document.documentElement.dataset
