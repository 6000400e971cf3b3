/**
 * The rules that every page needs, the public ones too, which load nothing else: who may open an address, where the
 * server answers, how a refusal reads, and what is checked before signing in. The rest is in `core.ts`.
 */
import type { Code, EndpointEntry, ErrorBody, Language, RegisterRequest, ScreenAt } from 'gridbill-core/first'
import { pairs } from './pairs'
import { rules } from './rules'

export type * from 'gridbill-core/first'

/** A value, or the refusal in the person's language. */
export type Checked<T> = { value: T; error?: undefined } | { value?: undefined; error: ErrorBody }

const malay = (language: Language): boolean => language === 'ms'
const read = <T>(json: string): T => JSON.parse(json) as T

/** Every endpoint with its method, path and caller. */
export const endpoints = read<EndpointEntry[]>(rules.endpoints())
/** A code's sentence, for saying a refusal again after the language changed. */
export const sentence = (code: Code, language: Language, params: Record<string, unknown> = {}): string =>
  rules.sentence(
    code,
    pairs(Object.entries(params).flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)] as const))),
    malay(language),
  )

/** Checks what was typed to sign in; the value is the e-mail address. */
export const checkLogin = (username: string, password: string, language: Language): Checked<string> =>
  read(rules.check_login(username, password, malay(language)))
export const checkEmail = (typed: string, language: Language): Checked<string> => read(rules.check_email(typed, malay(language)))
/** A new password, typed twice: `password`, `confirmation`. */
export const checkNewPassword = (password: string, confirmation: string, language: Language): ErrorBody | null =>
  read(rules.check_new_password(password, confirmation, malay(language)))
/** Every rule that a new password still breaks. */
export const brokenPasswordRules = (password: string): Code[] => read(rules.broken_password_rules(password))
/** Both steps of registering: `email`, `password`, `name`, `identificationType`, `identificationNo`, `mobileNo`. */
export const checkRegistration = (
  form: Required<Omit<RegisterRequest, 'invitationToken' | 'termsVersion'>>,
  language: Language,
): ErrorBody | null =>
  read(
    rules.check_registration(
      form.email,
      form.password,
      form.name,
      form.identificationType,
      form.identificationNo,
      form.mobileNo,
      malay(language),
    ),
  )
/** The version of the terms as they are now. */
export const termsVersion: string = rules.terms_version()
/** The language that a browser prefers among ours. */
export const languageOf = (preferred: readonly string[]): Language => rules.language_accepted(preferred.join(',')) as Language

/** The screen at an address; null for an unknown one, which leads to /404. */
export const screenAt = (path: string): ScreenAt | null => read(rules.screen_at(path))
