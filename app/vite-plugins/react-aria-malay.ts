import type { Plugin } from 'vite'
import { type Message, malayStrings } from './malay-strings.ts'

/**
 * The modules with React Aria's texts. `react-aria/dist/private/table/intlStrings.mjs` has the name `react-aria/table`. The
 * module of `react-aria-components` is not in a folder.
 */
const stringsModule =
  /[/\\]node_modules[/\\](react-aria-components|react-aria|react-stately)[/\\]dist[/\\]private[/\\](?:([a-z]+)[/\\])?intlStrings\.mjs$/
const exported = /export \{\s*(\S+) as default\s*\}/

/**
 * Adds Malay to React Aria, which does not have it: each of its modules of texts gets an entry `ms-MY`, based on the English
 * entry. The build fails if a used module has no Malay texts, so that no text stays in English.
 */
export function reactAriaMalay(): Plugin {
  return {
    name: 'react-aria-malay',
    enforce: 'pre',
    transform: {
      filter: { id: stringsModule },
      handler(code, id) {
        const added = withMalay(code, id)
        return added === undefined ? null : { code: added, map: null }
      },
    },
  }
}

/** Returns the module's code with Malay. Undefined if it is not a module with React Aria's texts. */
export function withMalay(code: string, id: string): string | undefined {
  const place = stringsModule.exec(id)
  if (!place) return undefined
  const name = [place[1], place[2]].filter(Boolean).join('/')
  const strings = malayStrings[name]
  const variable = exported.exec(code)?.[1]
  if (!strings) throw new Error(`malay-strings.ts has no '${name}', which the app now uses`)
  if (!variable) throw new Error(`${id} has another format than expected: its default export was not found`)
  return `${code}\n${variable}['ms-MY'] = { ...${variable}['en-US'], ${Object.entries(strings).map(entry).join(', ')} };\n`
}

function entry([key, message]: [string, Message]): string {
  return `${JSON.stringify(key)}: ${typeof message === 'string' ? JSON.stringify(message) : message.toString()}`
}
