/** Builds the printable page of a guide. */

export interface GuideStep {
  title: string
  body: string
  /** A JPEG in base64. */
  picture: string
}

const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const style = `
  @page { size: A4; margin: 18mm 16mm 20mm }
  body { font: 10.5pt/1.5 Inter, "DejaVu Sans", sans-serif; color: #16202c }
  h1 { font-size: 24pt; line-height: 1.2; margin: 0 0 4mm }
  h2 { font-size: 14pt; margin: 0 0 2mm; break-after: avoid }
  section { break-inside: avoid; margin-block-end: 7mm }
  p { margin: 0 0 3mm; max-inline-size: 160mm }
  img { display: block; inline-size: 150mm; border: .3mm solid #ccd3dc; border-radius: 1.5mm }
  header { border-block-end: .5mm solid #0b57d0; margin-block-end: 8mm; padding-block-end: 4mm }
  footer { color: #55606e; font-size: 9pt }`

const today = (language: string) =>
  new Intl.DateTimeFormat(language === 'ms' ? 'ms-MY' : 'en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Kuala_Lumpur',
  }).format()

/** Returns the footer of every page: guide, date, and page number. `page` contains `{page}` and `{pages}`. */
export function footerOf(language: string, title: string, page: string): string {
  const number = (name: string) => `<span class="${name}"></span>`
  const pages = safe(page).replace('{page}', number('pageNumber')).replace('{pages}', number('totalPages'))
  return `<div style="display: flex; justify-content: space-between; inline-size: 100%; margin: 0 16mm; font: 8pt Inter, 'DejaVu Sans', sans-serif; color: #55606e">
    <span>${safe(title)} · ${today(language)}</span><span>${pages}</span></div>`
}

export function pageOf(
  language: string,
  { title, lead }: { title: string; lead: string },
  steps: readonly GuideStep[],
  made: string,
): string {
  const parts = steps.map(
    (step, index) => `<section>
      <h2>${index + 1}. ${safe(step.title)}</h2>
      <p>${safe(step.body)}</p>
      <img src="data:image/jpeg;base64,${step.picture}" alt="${safe(step.title)}">
    </section>`,
  )
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${safe(title)}</title><style>${style}</style></head>
    <body><header><h1>${safe(title)}</h1><p>${safe(lead)}</p></header><main>${parts.join('')}</main><footer>${safe(made)}</footer></body></html>`
}
