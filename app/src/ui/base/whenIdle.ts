/** Runs the function when the browser is idle, or after a second in browsers that do not report this. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 1_000)
}
