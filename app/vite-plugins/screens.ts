/** Finds the signed-in screens in the code of src/routes: the name in core's list, and the code and word files, relative to src. */
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
