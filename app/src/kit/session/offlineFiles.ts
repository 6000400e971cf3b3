/** The service worker, which keeps the portal's own files for when there is no connection (vite-plugins/offline/worker.js). */

const prefix = 'gridbill-'

/** Installs it, once the first screen can be used. Without it the portal works as before, and says so when it cannot be reached. */
export function keepFiles() {
  // biome-ignore lint/plugin: a file of the build, and no screen
  if (import.meta.env.PROD && 'serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

/** Removes it with all that it keeps: after signing out, this browser has nothing of the portal. */
export async function dropFiles() {
  if (!('serviceWorker' in navigator)) return
  const [registration, names] = await Promise.all([navigator.serviceWorker.getRegistration('/'), caches.keys()])
  await Promise.all([registration?.unregister(), ...names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name))])
}
