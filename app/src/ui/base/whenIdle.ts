/** Once the browser has nothing else to do. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 1_000)
}
