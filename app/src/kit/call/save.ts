/** Hands a file to the person, as if it had been downloaded from a link. */
export function save(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
