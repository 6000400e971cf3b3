/** The word files of the public pages, and those that every signed-in screen needs. */

/** A word file, as a function for each language that loads it. */
export interface WordFile<Words> {
  en: () => Promise<{ default: Words }>
  ms: () => Promise<{ default: NoInfer<Words> }>
}

/** Declares a word file. Does not compile if the Malay file lacks a key of the English file. */
export const wordFile = <Words extends object>(file: WordFile<Words>) => file

export const publicFiles = {
  apiDocs: wordFile({ en: () => import('./en/apiDocs.json'), ms: () => import('./ms/apiDocs.json') }),
  factors: wordFile({ en: () => import('./en/factors.json'), ms: () => import('./ms/factors.json') }),
  frame: wordFile({ en: () => import('./en/frameWords'), ms: () => import('./ms/frameWords') }),
  help: wordFile({ en: () => import('./en/help.json'), ms: () => import('./ms/help.json') }),
  identityPages: wordFile({ en: () => import('./en/identityPages.json'), ms: () => import('./ms/identityPages.json') }),
  mailboxes: wordFile({ en: () => import('./en/mailboxes.json'), ms: () => import('./ms/mailboxes.json') }),
  public: wordFile({ en: () => import('./en/publicWords'), ms: () => import('./ms/publicWords') }),
  refusals: wordFile({ en: () => import('./en/refusalWords'), ms: () => import('./ms/refusalWords') }),
  verifyPack: wordFile({ en: () => import('./en/verifyPack.json'), ms: () => import('./ms/verifyPack.json') }),
}

/** The registered word files, by name. */
export const files: Record<string, WordFile<object>> = { ...publicFiles }

/** Registers word files. Only the signed-in part registers its own. */
export const registerFiles = (more: typeof files) => Object.assign(files, more)
