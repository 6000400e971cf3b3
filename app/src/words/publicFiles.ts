/** The files of words of the public pages, and of what every screen behind the sign-in needs at once. */

/** How a file is fetched. */
export interface WordFile<Words> {
  en: () => Promise<{ default: Words }>
  ms: () => Promise<{ default: NoInfer<Words> }>
}

/** The Malay file has all keys of the English one, or this does not compile. */
export const wordFile = <Words extends object>(file: WordFile<Words>) => file

export const publicFiles = {
  frame: wordFile({ en: () => import('./en/frameWords'), ms: () => import('./ms/frameWords') }),
  help: wordFile({ en: () => import('./en/help.json'), ms: () => import('./ms/help.json') }),
  identityPages: wordFile({ en: () => import('./en/identityPages.json'), ms: () => import('./ms/identityPages.json') }),
  public: wordFile({ en: () => import('./en/publicWords'), ms: () => import('./ms/publicWords') }),
  refusals: wordFile({ en: () => import('./en/refusalWords'), ms: () => import('./ms/refusalWords') }),
}
