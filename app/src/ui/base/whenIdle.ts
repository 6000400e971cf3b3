/** Runs the function when the browser is idle. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 1_000)
}
