/** The service worker, which stores the portal's own files for when there is no connection (vite-plugins/offline/worker.js). */

const prefix = 'gridbill-'

/** Installs the worker, or updates it. Without it the portal works as before, and says so when it cannot be reached. */
export function installWorker() {
  // biome-ignore lint/plugin: a file of the build, and no screen
  if (import.meta.env.PROD && 'serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

/** Removes the worker and all that it stored: after signing out, this browser has nothing of the portal. */
export async function removeWorker() {
  if (!('serviceWorker' in navigator)) return
  const [registration, names] = await Promise.all([navigator.serviceWorker.getRegistration('/'), caches.keys()])
  await Promise.all([registration?.unregister(), ...names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name))])
}

/** Whether the worker opened this page because the portal could not be reached. */
export const wasUnreached = () => 'unreached' in document.documentElement.dataset
