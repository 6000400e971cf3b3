/** Word files of the public pages, and the file that every signed-in screen needs. */

/** Loads a word file in each language. */
export interface WordFile<Words> {
  en: () => Promise<{ default: Words }>
  ms: () => Promise<{ default: NoInfer<Words> }>
}

/** Fails to compile if the Malay file lacks a key of the English file. */
export const wordFile = <Words extends object>(file: WordFile<Words>) => file

export const publicFiles = {
  apiDocs: wordFile({ en: () => import('./en/apiDocs.json'), ms: () => import('./ms/apiDocs.json') }),
  factors: wordFile({ en: () => import('./en/factors.json'), ms: () => import('./ms/factors.json') }),
  frame: wordFile({ en: () => import('./en/frameWords'), ms: () => import('./ms/frameWords') }),
  help: wordFile({ en: () => import('./en/help.json'), ms: () => import('./ms/help.json') }),
  identityPages: wordFile({ en: () => import('./en/identityPages.json'), ms: () => import('./ms/identityPages.json') }),
  public: wordFile({ en: () => import('./en/publicWords'), ms: () => import('./ms/publicWords') }),
  refusals: wordFile({ en: () => import('./en/refusalWords'), ms: () => import('./ms/refusalWords') }),
  verifyPack: wordFile({ en: () => import('./en/verifyPack.json'), ms: () => import('./ms/verifyPack.json') }),
}

/** The registered word files by name. */
export const files: Record<string, WordFile<object>> = { ...publicFiles }

/** Registers word files. Those of the signed-in part are registered only there. */
export const registerFiles = (more: typeof files) => Object.assign(files, more)
