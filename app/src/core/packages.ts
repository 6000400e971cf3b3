/**
 * The compiled packages of the rules. No module of the build awaits its package while it is evaluated: WebKit lets a second import run
 * before a module that a first one waits for (WebKit bug 242740), so pages now and then did not open in Safari. The build calls
 * `compileRules` before each import of code that needs packages (vite-plugins/rules.ts).
 */

const compiled = new Map<string, WebAssembly.Module>()
const requested = new Map<string, Promise<void>>()

async function request(address: string) {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const isStreamable = answer.headers.get('Content-Type')?.startsWith('application/wasm')
  compiled.set(address, await (isStreamable ? WebAssembly.compileStreaming(answer) : answer.arrayBuffer().then(WebAssembly.compile)))
}

/** Compiles the packages with these addresses, each once. A package that could not be loaded is requested again by the next call. */
function compileRules(addresses: readonly string[]): Promise<unknown> {
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
Object.assign(globalThis, { compileRules })

/** Instantiates a compiled package. */
export function instantiate(address: string, imports: WebAssembly.Imports): WebAssembly.Exports {
  const module = compiled.get(address)
  if (!module) throw new Error(`${address} is not compiled`)
  return new WebAssembly.Instance(module, imports).exports
}
