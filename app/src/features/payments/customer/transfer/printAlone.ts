/** Prints the sheet without the page around it. */
export function printAlone() {
  const { dataset } = document.documentElement
  dataset.printing = 'sheet'
  addEventListener('afterprint', () => delete dataset.printing, { once: true })
  print()
}
