/** The service worker, which stores the portal's files for use without a connection (vite-plugins/offline/worker.js). */

const prefix = 'gridbill-'

/** Installs or updates the worker. Without it the portal works, but cannot open without a connection. */
export function installWorker() {
  // biome-ignore lint/plugin: a file of the build, not a screen
  if (import.meta.env.PROD && 'serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

/** Removes the worker and its files, so that no file of the portal stays in the browser after a sign-out. */
export async function removeWorker() {
  if (!('serviceWorker' in navigator)) return
  const [registration, names] = await Promise.all([navigator.serviceWorker.getRegistration('/'), caches.keys()])
  await Promise.all([registration?.unregister(), ...names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name))])
}

/** Whether this page comes from the worker, because the portal could not be reached. */
export const wasUnreached = () => 'unreached' in document.documentElement.dataset
