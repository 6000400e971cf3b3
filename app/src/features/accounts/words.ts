import type { Translate } from '../../words/useTranslation'

/** How a function that is no component is given the words of accounts. */
export type AccountsWords = Translate<'accounts'>
