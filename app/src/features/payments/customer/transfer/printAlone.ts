/** Prints the sheet without the rest of the page. */
export function printAlone() {
  const { dataset } = document.documentElement
  dataset.printing = 'sheet'
  addEventListener('afterprint', () => delete dataset.printing, { once: true })
  print()
}
