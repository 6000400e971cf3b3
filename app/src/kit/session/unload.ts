/** Leaving the page because the session is over or belongs to another user. Unsaved changes must not delay this. */
let isOver = false

export const mustLeave = () => isOver

export function replaceAddress(address: string) {
  isOver = true
  location.replace(address)
}

export function loadAnew() {
  isOver = true
  location.reload()
}
