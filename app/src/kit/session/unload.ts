/** Leaves the page because the session is over or belongs to another user. Guards for unsaved changes must not stop this. */
let isLeaving = false

export const mustLeave = () => isLeaving

export function replaceAddress(address: string) {
  isLeaving = true
  location.replace(address)
}

export function reloadPage() {
  isLeaving = true
  location.reload()
}
