/** As a `ref`: what has just appeared takes the focus, so that one goes on reading there. */
export const focusWhenShown = (element: HTMLElement | null) => {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}
