/**
 * The packages of the rules. No module of the build awaits its package while it is evaluated: WebKit lets a second import run before a
 * module that a first one waits for (WebKit bug 242740), so pages now and then did not open in Safari. The build calls `loadPackages`
 * before each import of code that needs packages (vite-plugins/rules.ts).
 */

type Functions = Record<string, (...values: unknown[]) => unknown>

interface Package {
  exports: WebAssembly.Exports
  /** The functions that the package calls, by the module that has them. That module runs after the package is instantiated. */
  called: Record<string, Functions>
}

const ready = new Map<string, Package>()
const requested = new Map<string, Promise<void>>()

async function request(address: string) {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const isStreamable = answer.headers.get('Content-Type')?.startsWith('application/wasm')
  const module = await (isStreamable ? WebAssembly.compileStreaming(answer) : answer.arrayBuffer().then(WebAssembly.compile))
  const called: Record<string, Functions> = {}
  const imports: Record<string, Functions> = {}
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {}
    imports[from][name] = (...values) => {
      const act = called[from]?.[name]
      if (!act) throw new Error(`${address} calls ${name} before it is connected`)
      return act(...values)
    }
  }
  // Not `new WebAssembly.Instance`, which Chromium refuses above 8 MB: the unoptimised rules of `make run` have 4.5.
  const { exports } = await WebAssembly.instantiate(module, imports)
  ready.set(address, { exports, called })
}

/** Loads the packages with these addresses, each once. A package that could not be loaded is requested again by the next call. */
function loadPackages(addresses: readonly string[]): Promise<unknown> {
  const each = addresses.map((address) => {
    const known = requested.get(address)
    if (known) return known
    const asked = request(address).catch((error: unknown) => {
      requested.delete(address)
      throw error
    })
    requested.set(address, asked)
    return asked
  })
  return Promise.all(each)
}
Object.assign(globalThis, { loadPackages })

/** Gives a loaded package the functions that it calls, and returns its exports. */
export function connect(address: string, functions: Record<string, Functions>): WebAssembly.Exports {
  const loaded = ready.get(address)
  if (!loaded) throw new Error(`${address} is not loaded`)
  Object.assign(loaded.called, functions)
  return loaded.exports
}
