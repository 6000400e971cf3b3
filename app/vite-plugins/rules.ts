/**
 * Makes a module of each package of the rules (core-wasm/pkg). In a build it takes what src/core/packages.ts has loaded,
 * and each dynamic import of code that needs packages waits until they are. No module of the build awaits (the reason is there).
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const isPackage = (file: string) => file.endsWith('.wasm')
const packages = fileURLToPath(new URL('../src/core/packages.ts', import.meta.url))

/** Returns the module of a package: `instance` is the code of its exports, from the object with its imports. */
function moduleOf(bytes: Uint8Array<ArrayBuffer>, head: string, instance: (imports: string) => string) {
  const module = new WebAssembly.Module(bytes)
  const named = WebAssembly.Module.imports(module).map(({ module, name }, place) => ({
    from: JSON.stringify(module),
    name,
    as: `i${place}`,
  }))
  const sources = [...new Set(named.map(({ from }) => from))]
  const of = (from: string, join: (name: string, as: string) => string) =>
    named.flatMap((one) => (one.from === from ? [join(JSON.stringify(one.name), one.as)] : [])).join(', ')
  return [
    ...sources.map((from) => `import { ${of(from, (name, as) => `${name} as ${as}`)} } from ${from}`),
    head,
    `const rules = ${instance(`{ ${sources.map((from) => `${from}: { ${of(from, (name, as) => `${name}: ${as}`)} }`).join(', ')} }`)}`,
    ...WebAssembly.Module.exports(module).map(({ name }) => `export const ${name} = rules.${name}`),
  ].join('\n')
}

/** Returns the packages that a file needs, directly or through what it imports. */
function packagesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Set<string> {
  const found = new Set([...(chunk.viteMetadata?.importedAssets ?? [])].filter(isPackage))
  for (const file of chunk.imports) {
    const imported = bundle[file]
    if (imported?.type !== 'chunk' || seen.has(file)) continue
    seen.add(file)
    for (const one of packagesOf(imported, bundle, seen)) found.add(one)
  }
  return found
}

/** `isTest` is for Vitest, which reads the package itself. A development server awaits the package. */
export function rules(isTest = Boolean(process.env.VITEST)): Plugin {
  let base = '/'
  let isBuild = true
  return {
    name: 'rules',
    enforce: 'pre',
    configResolved(config) {
      base = config.base
      isBuild = config.command === 'build'
    },
    load(id) {
      if (!isPackage(id)) return undefined
      const bytes = readFileSync(id)
      const address = `import address from ${JSON.stringify(`${id}?url`)}`
      if (isTest) {
        const text = JSON.stringify(bytes.toString('base64'))
        const module = `new WebAssembly.Module(Uint8Array.from(atob(${text}), (one) => one.charCodeAt(0)))`
        return moduleOf(bytes, '', (imports) => `new WebAssembly.Instance(${module}, ${imports}).exports`)
      }
      if (isBuild) {
        const head = `${address}\nimport { connect } from ${JSON.stringify(packages)}`
        return moduleOf(bytes, head, (imports) => `connect(address, ${imports})`)
      }
      return moduleOf(bytes, address, (imports) => `(await WebAssembly.instantiateStreaming(fetch(address), ${imports})).instance.exports`)
    },
    // After the bundler's own work on dynamic imports.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const own = packagesOf(chunk, bundle)
          const folder = chunk.fileName.replace(/[^/]*$/, '')
          chunk.code = chunk.code.replace(/\bimport\(([`"'])\.\/([\w./-]+)\1\)/g, (found, _, file: string) => {
            const imported = bundle[folder + file]
            if (imported?.type !== 'chunk') throw new Error(`${chunk.fileName} imports ${file}, which is not in the build`)
            const needed = [...packagesOf(imported, bundle)].filter((one) => !own.has(one)).map((one) => base + one)
            return needed.length === 0 ? found : `loadPackages(${JSON.stringify(needed)}).then(()=>${found})`
          })
        }
      },
    },
  }
}
