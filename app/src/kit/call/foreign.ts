/**
 * Answers that are not the portal's: of a proxy, a firewall, or the sign-in page of a network. The refusal says which, when, and under
 * which id their operators find it.
 */
import type { ErrorBody } from '~/core/generatedData'
import { loadSentence } from '~/core/lazyRules'
import { currentLanguage } from '~/words/language'

type ForeignCode = 'networkTooLarge' | 'networkRefused' | 'networkBusy' | 'networkFailed' | 'networkNoAnswer' | 'networkForeign'

/** Headers with the id of a request, the most specific first. */
const idHeaders = ['CF-Ray', 'X-Amz-Cf-Id', 'X-Amzn-RequestId', 'X-Azure-Ref', 'X-Iinfo', 'X-Request-Id', 'X-Correlation-Id', 'X-Unique-Id']

/** An id in a page, such as "Your support ID is: 123456" or "Reference #18.2d351ab8". It has a digit. */
const idInPage =
  /\b(?:support|reference|incident|request|event|attack|message|transaction|unique|tracking|error|ray)(?:\s*(?:id|no\b\.?|number|code|#)|\s*:)(?:\s+is)?[\s:#=]*((?=[\w.:-]*\d)\w[\w.:-]{5,79})/i

/** Characters of a page that are searched. */
const searchedLength = 65_536

const decoded = (page: string) =>
  page
    .slice(0, searchedLength)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,6}));/gi, (_, hex: string | undefined, decimal: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )

/**
 * Returns which program answered; undefined if it may be the portal itself: under maintenance a proxy answers without a body, and a failure
 * with an X-Request-Id may have lost it.
 */
function codeOf(status: number, headers: Headers): ForeignCode | undefined {
  if (status === 413) return 'networkTooLarge'
  // Cloudflare has codes of its own for an origin that does not answer.
  if (status === 408 || status === 502 || status === 504 || (status >= 520 && status <= 530)) return 'networkNoAnswer'
  if (status === 503) return undefined
  if (status === 429) return 'networkBusy'
  if (status >= 500) return headers.has('X-Request-Id') ? undefined : 'networkFailed'
  return status >= 400 ? 'networkRefused' : 'networkForeign'
}

/** Returns the local time with its offset, as logs have it. */
function timeOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString()
  const offset = Math.abs(at.getTimezoneOffset())
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${at.getTimezoneOffset() > 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`
}

/** Returns why a call has no answer of the portal, with the figures of the sentence. */
export function foreignAnswer({ status, headers }: Pick<Response, 'status' | 'headers'>, page: string, at: Date) {
  const code = codeOf(status, headers)
  const inHeaders = idHeaders.map((name) => headers.get(name)).find((id) => id && /^[\w.:=+/-]{1,100}$/.test(id))
  const reference = inHeaders ?? idInPage.exec(decoded(page))?.[1]
  return code && { code, params: { time: timeOf(at), reference: reference ?? '–' } }
}

/** Returns the refusal to show for another program's answer. Without a page the connection was cut. */
export async function foreignRefusal(response: Response, page: string | undefined): Promise<ErrorBody | undefined> {
  const foreign = page === undefined ? undefined : foreignAnswer(response, page, new Date())
  if (!foreign) return undefined
  const errorMessage = await loadSentence(foreign.code, currentLanguage(), foreign.params)
  return { ...foreign, errorTopic: 'generic', errorMessage, fields: [] }
}
