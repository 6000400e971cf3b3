/** The page is left because the session is over or another person's: what is typed must not hold it up. */
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
