/** Screens, core's sentences, e-mails and documents use the terms of docs/glossary.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }

const root = new URL('../../', import.meta.url)
const folder = new URL('app/src/words/', root)

function texts(tree: Tree, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}.${key}`, value.replace(/\{\{\w+\}\}/g, '…')] as [string, string]]
      : texts(value, `${path}.${key}`),
  )
}

const wordsOf = (language: string) =>
  readdirSync(new URL(`${language}/`, folder))
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => texts(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Tree, file))

const files = (path: string, ending: string) =>
  readdirSync(new URL(path, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => [`${path}${file}`, readFileSync(new URL(`${path}${file}`, root), 'utf8')] as [string, string])

const emailsOf = (language: string) =>
  ['server/platform/src/', 'server/domains/src/', 'server/src/'].flatMap((path) => files(path, `.${language}.txt`))

/** Returns string literals of several words in Rust sources, without tests and comments. */
const sentencesOf = (path: string) =>
  files(path, '.rs').flatMap(([file, source]) => {
    const code = (source.split('#[cfg(test)]')[0] ?? '').replace(/^\s*\/\/.*$/gm, '')
    const literals = [...code.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
    return literals.filter((text) => /^[A-Z{].* /.test(text)).map((text) => [file, text.replace(/\{\w+\}/g, '…')] as [string, string])
  })

/** Sentences that the specification prescribes word for word. */
const specified = [
  'Please enter an email address.',
  'Please enter a valid email address.',
  'Email Address already in used.',
  'This email address already exists on portal.',
]

/** Forms that texts must not use, each with its replacement. */
const forbidden: Record<string, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/\bletters?\b(?! (of a|and digits|only)|, digits)/i, 'e-mail'],
    [/\bemails?\b/i, 'e-mail'],
    [/\bauthorizer/i, 'authoriser'],
    [/\banew\b/i, 'again'],
    [/\bmeanwhile\b/i, 'in the meantime'],
    [/\bput (them |it )?right\b/i, 'correct'],
    [/\bcame to nothing\b/i, 'was not made'],
    [/\bparted by\b/i, 'separate with'],
    [/\bon their way\b|\bon its way\b/i, 'in progress'],
    [/\breally paid\b/i, 'amount received'],
    [/\bgo to the start\b/i, 'go to home'],
    [/\bon show\b/i, 'shown'],
    [/\bwhat happened so far\b|\baction log\b/i, 'history'],
    [/\blog ?in\b/i, 'sign in'],
    [/\bwhat waits\b|\bneeds? you\b/i, 'needs attention, needing action'],
    [/^as on$/i, 'as of'],
    [/\blate money\b/i, 'late receipts'],
    [/\bg[ia]ven? (this|the|it|a)\b.* up\b|\bgiven? up\b/i, 'cancel, stop'],
    [/^check (your answers|what you entered)/i, 'review'],
    [/\bbecame of\b|\bbecomes of\b|\bcame of it\b/i, 'outcome, what happens to'],
    [/\bmalaysian time\b|times are malaysian/i, 'Malaysia time (MYT)'],
    [/\bmend\b/i, 'fix'],
    [/\bhas (not )?taken\b/i, 'has accepted'],
    [/^each at once$|\b(is|are|it|them|again|free|active|working) at once\b/i, 'immediately'],
    [/\bfor its turn\b/i, 'queued'],
    [/\bnot made$|\bbeing made\b|could not be made\b/i, 'failed, being prepared, could not be prepared'],
    [/^See (the|its|them|this|these|all|my|your)\b/, 'view'],
    [/\bdealt with\b/i, 'handled'],
    [/\bknows nothing\b/i, 'has no record of'],
    [/\bsomebody has\b|\bwhoever\b/i, 'name the person'],
    [/\bwhere (things|it|they|payments) stands?\b|\bhow it stands\b/i, 'overview, status'],
    [/\blook at it again\b/i, 'check it again'],
    [/\bsomebody\b(?! else may know it)/i, 'a user, a colleague'],
    [/\bby itself\b/i, 'automatically'],
    [/\bgo on\b/i, 'continue'],
    [/\bthe one (before|that)\b/i, 'name the thing'],
    [/\bsecond factors?\b/i, 'two-factor authentication'],
    [/\bat stake\b|\bin doubt\b/i, 'amount affected'],
    [/\bpayable now\b/i, 'can be paid'],
    [/\bpast due\b/i, '1 to 30 days late'],
    [/\bmuted?\b/i, 'pause'],
  ],
  ms: [
    [/\bsurat\b(?!-menyurat)/i, 'e-mel'],
    [/\bemel\b|\bemail\b/i, 'e-mel'],
    [/\bdibuat asal\b/i, 'dibatalkan'],
    [/\bkontak\b/i, 'orang hubungan'],
    [/\bpermulaan\b/i, 'Utama'],
    [/\bpemberi kuasa\b/i, 'pelulus'],
    [/\bViewer\b|\bMember\b/, 'Pemerhati, Ahli'],
    [/\btapisan\b/i, 'penapis'],
    [/\btalian tetap\b/i, 'telefon tetap'],
    [/\bubah (profil|syarikat)\b/i, 'sunting'],
    [/\bdiposkan\b/i, 'dicatatkan'],
    [/\bpapar(kan)? semua\b/i, 'tunjukkan semua'],
    [/\btidak ditolak di\b/i, 'tidak dipotong'],
    [/\b(di|me)lepaskan(nya)?\b|\bLepaskan (pembayaran|ini)/, 'dihentikan'],
    [/\bselewat-lewatnya\b/i, 'sebelum atau pada'],
    [/\bwang lewat\b/i, 'terimaan lewat'],
    [/\bpermintaan (maksimum|tertinggi)\b/i, 'kehendak'],
    [/\bfaktor kedua\b/i, 'pengesahan dua faktor'],
    [/\bpolisi\b/i, 'dasar'],
    [/\bbayaran lebihan\b/i, 'lebihan bayaran'],
    [/\bdiragui\b/i, 'terlibat'],
    [/\bcaj tertunggak\b/i, 'caj belum dijelaskan'],
    [/\bdiserahkan\b|\bserahan\b/i, 'dihantar'],
    [/\b(penemuan|pertanyaan|cadangan) terbuka\b/i, 'belum selesai'],
    [/\bpembundaran\b|\bdibundarkan\b/i, 'penggenapan'],
    [/\bcaj terdahulu\b/i, 'baki terdahulu'],
  ],
}

type Forms = (typeof forbidden)[string]

const others = (texts: readonly [string, string][], forms: Forms) =>
  texts
    .filter(([, text]) => !specified.includes(text))
    .flatMap(([key, text]) => forms.filter(([form]) => form.test(text)).map(([, instead]) => `${key}: ${text} (${instead})`))

test.each(Object.entries(forbidden))('only words of the glossary are used, %s', (language, forms) => {
  const [words, emails] = [wordsOf(language), emailsOf(language)]
  expect(words.length).toBeGreaterThan(1000)
  expect(emails.length).toBeGreaterThan(15)
  expect(others([...words, ...emails], forms)).toEqual([])
})

test('core and the documents use only words of the glossary, in both languages', () => {
  const sentences = [...sentencesOf('core/src/'), ...sentencesOf('server/platform/src/documents/')]
  expect(sentences.length).toBeGreaterThan(400)
  // These sources mix English and Malay, so the forms of both languages are checked, except the roles' English names.
  const forms = Object.values(forbidden).flat()
  expect(
    others(
      sentences,
      forms.filter(([form]) => !form.test('Viewer')),
    ),
  ).toEqual([])
})

test('every term of the glossary has its Malay term, and the terms are sorted', () => {
  const rows = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8').match(/^\| [^|]+ \| [^|]+ \| [^|]+ \|$/gm) ?? []
  expect(rows.length).toBeGreaterThan(30)
  const terms = rows.map((row) => row.split(' | ')[0]?.slice(2).toLowerCase() ?? '').filter((term) => term !== 'term')
  expect(terms).toEqual([...terms].sort((one, other) => one.replace('-', '').localeCompare(other.replace('-', ''))))
})

test('the page of a payment and its PDF have the same words', () => {
  const printed = readFileSync(new URL('server/platform/src/documents/payment.rs', root), 'utf8')
  for (const language of ['en', 'ms']) {
    const { receipt } = JSON.parse(readFileSync(new URL(`${language}/paymentsMaking.json`, folder), 'utf8')) as { receipt: Tree }
    const { run } = JSON.parse(readFileSync(new URL(`${language}/paying.json`, folder), 'utf8')) as { run: Record<string, string> }
    const words = texts(receipt, 'receipt').filter(([key]) => key !== 'receipt.bulk')
    const missing = words.filter(([, word]) => !printed.includes(`"${word.replace('…', '{account}')}"`))
    expect(missing).toEqual([])
    for (const word of [run.proposal, run.approved]) expect(printed).toContain(`"${word}"`)
  }
})
