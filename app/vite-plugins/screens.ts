/** Parses src/routes for the signed-in screens: the name of each in core's list, and its code and word files below src. */
interface ScreenFiles {
  name: string
  code: string
  words: string[]
}

export function screensIn(routes: string, screenWords: string): ScreenFiles[] {
  const words = new Map(
    [...screenWords.matchAll(/\[paths\.(\w+)\]: \[([^\]]*)\]/g)].map(
      ([, name = '', all = '']) => [name, [...all.matchAll(/\w+/g)].map(([word]) => `${word}.json`)] as const,
    ),
  )
  return [...routes.matchAll(/\bscreen\(paths\.(\w+), \(\) => import\('\.\.\/([^']+)'\)/g)].map(([, name = '', code = '']) => ({
    name,
    code: `${code}.tsx`,
    words: words.get(name) ?? [],
  }))
}
