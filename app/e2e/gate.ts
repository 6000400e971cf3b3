/** Holds requests back until a test lets them continue, to see a page while it waits. */

/** Returns a promise for requests to wait for, and the function that lets them continue. */
export function gate() {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  return { held, answer: () => answer() }
}
