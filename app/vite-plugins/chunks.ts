/**
 * Assigns modules to files of the build. By default the bundler creates a file for each set of modules that the same
 * screens share. The frame alone would be ninety files, and on a slow connection each costs a round trip. Public pages
 * load no additional code because of this.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

/** The store of the rules' sentences. The first script has the loader of the rules, and the sign-in page loads no other file for them. */
const sentencesOfRules = source('core/sentences.ts')
const isOfRules = (id: string) => /\/gridbill_core/.test(id)
const isLibrary = /\/node_modules\//

interface Module {
  code: string | null
  importedIds: string[]
  dynamicallyImportedIds: string[]
}
interface Modules {
  getModuleInfo(id: string): Module | null
}

/** Returns the path of a source file. Fails if the file was moved, because its module would silently be in another file of the build. */
function source(file: string): string {
  const path = fileURLToPath(new URL(`../src/${file}`, import.meta.url))
  if (!existsSync(path)) throw new Error(`src/${file} does not exist`)
  return path
}

/** Checks of the sign-in page. Alone they would be a file of 315 bytes, a third of which says where it comes from. */
const checksOfSignIn = source('features/identity/checks.ts')

const isIcons = (id: string) => /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/.test(id)

/** Returns the modules of the icons that this code imports. All icons of the app come from a single module, `icons`. */
function iconsNamed(code: string | null, icons: string, modules: Modules): string[] {
  const names = [...(code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, all = '']) =>
    all.split(',').map((one) => one.trim().split(/\s+as\s+/)[0] ?? ''),
  )
  const { code: exported = '', importedIds = [] } = modules.getModuleInfo(icons) ?? {}
  return names.filter(Boolean).flatMap((name) => {
    const file = new RegExp(`default as ${name}\\b[^}]*\\} from ['"]\\./([^'"]+)['"]`).exec(exported ?? '')?.[1]
    if (!file) throw new Error(`lucide-react does not export the icon ${name}`)
    return importedIds.filter((id) => id.endsWith(`/${file}`))
  })
}

function importsOf(info: Module, modules: Modules): string[] {
  return info.importedIds.flatMap((id) => (isIcons(id) ? [id, ...iconsNamed(info.code, id, modules)] : [id]))
}

/** Returns all modules that these import, directly or indirectly. `withLater` includes dynamic imports. */
function reachableModules(from: readonly string[], modules: Modules, withLater = false): Set<string> {
  const found = new Set<string>()
  const remaining = [...from]
  for (let id = remaining.pop(); id !== undefined; id = remaining.pop()) {
    const info = found.has(id) ? null : modules.getModuleInfo(id)
    if (!info) continue
    found.add(id)
    if (isIcons(id)) continue
    remaining.push(...importsOf(info, modules), ...(withLater ? info.dynamicallyImportedIds : []))
  }
  return found
}

function partsOf(modules: Modules) {
  const start = reachableModules([source('main.tsx')], modules)
  // Without main.tsx: it waits for the other files, which in turn wait for the files that they import.
  start.delete(source('main.tsx'))
  const signIn = reachableModules([source('routes/public.tsx')], modules)
  const publicPages = reachableModules([source('routes/public.tsx')], modules, true)
  const frame = reachableModules([source('routes/portal.tsx'), source('routes/PortalRoutes.tsx')], modules)
  const screens = reachableModules([source('routes/PortalRoutes.tsx')], modules, true)
  const isAvailableEarly = (id: string) => frame.has(id) || publicPages.has(id) || isPiece.test(id)
  // Without components that import parts of lists, because they would load the lists' file on every screen.
  const pieces = new Set([...screens].filter((id) => isPiece.test(id) && [...reachableModules([id], modules)].every(isAvailableEarly)))
  const first = reachableModules(firstScreens, modules)
  const ofSignIn = [...signIn].filter((id) => id !== source('routes/public.tsx'))
  const onDemand = reachableModules(
    ofSignIn.flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
    modules,
  )
  // Without modules that need the rules, for which public pages do not wait, and without those that the sign-in page loads
  // on demand.
  const shared = new Set([...publicPages].filter((id) => !onDemand.has(id) && ![...reachableModules([id], modules)].some(isOfRules)))
  const opened = reachableModules(openedLater.map(source), modules)
  const lists = reachableModules(someLists.map(source), modules)
  const homes = reachableModules(homeScreens, modules)
  const fields = reachableModules([source('ui/form/Select.tsx')], modules)
  const staff = reachableModules([source('routes/staff.ts')], modules)
  const beside = new Set([...publicPages].filter((id) => onDemand.has(id) && ![...reachableModules([id], modules)].some(isOfRules)))
  return {
    start,
    signIn,
    publicPages,
    frame,
    first,
    screens,
    pieces,
    shared,
    beside,
    opened,
    lists,
    homes,
    fields,
    staff,
    ofFeatures: partsOfFeatures(modules),
  }
}

/** Returns the modules that a first screen shares with other screens of its feature, with the feature's name. */
function partsOfFeatures(modules: Modules): Map<string, string> {
  const found = new Map<string, string>()
  for (const screen of firstScreens)
    for (const id of reachableModules([screen], modules)) {
      const feature = featureOf(id)
      if (feature && feature === featureOf(screen) && !firstScreens.includes(id)) found.set(id, feature)
    }
  return found
}

const featureOf = (id: string) => /\/src\/features\/(\w+)\//.exec(id)?.[1]

const homeScreens = ['home/Home', 'home/StaffHome'].map((name) => source(`features/${name}.tsx`))
/** Screens that users open first: after signing in, or with a bookmark. */
const firstScreens = [
  ...homeScreens,
  ...[
    'bills/Batches',
    'bills/OutstandingBills',
    'payments/customer/Transactions',
    'payments/staff/PendingPayments',
    'payments/staff/AllPayments',
    'accounts/customer/Accounts',
    'accounts/staff/BulkAccounts',
    'team/ManageUsers',
    'registration/staff/Registrations',
  ].map((name) => source(`features/${name}.tsx`)),
]
/**
 * Components that nearly every screen uses. They are in the frame's file if a first screen uses them. Tables, forms and
 * dialogues load with the screens that use them.
 */
const isPiece =
  /\/src\/(ui\/(button|feedback|layout|text)\/|kit\/((accounts|call|figures|page|paying|registration)\/|form\/useUndo))|\/lucide-react\//
/** Menus, dialogues and panels, which load once the screen is usable (ui/base/deferred.tsx). */
const openedLater = ['MenuPopover', 'ModalDialog', 'PanelPopover'].map((name) => `ui/overlay/${name}.tsx`)
/** Lists that use the modules that most other lists use, too. */
const someLists = ['bills/OutstandingBills', 'payments/customer/Transactions', 'payments/staff/PendingPayments'].map(
  (name) => `features/${name}.tsx`,
)
/** Modules that lists may share: components, shared code and libraries. */
const isOfLists = /\/src\/(ui|kit)\/|\/node_modules\//

let cached: { modules: Modules; parts: ReturnType<typeof partsOf> } | undefined

/** Returns the name of a module's file in the build. null lets the bundler decide. */
export function chunkOf(id: string, modules: Modules): string | null {
  if (cached?.modules !== modules) cached = { modules, parts: partsOf(modules) }
  const { start, signIn, publicPages, frame, first, screens, pieces, shared, beside, opened, lists, homes, fields, staff, ofFeatures } =
    cached.parts
  if (start.has(id) || id === sentencesOfRules) return 'start'
  const isNeeded = frame.has(id) || pieces.has(id)
  // Fields and forms are not in the frame, but most screens have some.
  if (id === checksOfSignIn || (signIn.has(id) && (isNeeded || screens.has(id)))) return 'base'
  const isOfList = lists.has(id) && isOfLists.test(id)
  if (isNeeded || (isOfList && !opened.has(id))) {
    if (publicPages.has(id)) return shared.has(id) ? 'shared' : beside.has(id) ? 'beside' : null
    // The home screens have no list, so they do not wait for its file.
    if (!isNeeded) return homes.has(id) ? 'cards' : 'list'
    return frame.has(id) || first.has(id) ? 'frame' : 'pieces'
  }
  if (staff.has(id)) return 'staff'
  const feature = ofFeatures.get(id)
  if (feature) return feature
  if (opened.has(id)) return 'opened'
  // Only libraries of fields. Charts and calendars have their own files, so that a form with a select does not wait for
  // them.
  return fields.has(id) && screens.has(id) && !publicPages.has(id) && isLibrary.test(id) ? 'fields' : null
}

/**
 * Adds a preload link for the base file, which every page needs. Without the link, the browser would find the file only
 * after the first script.
 */
export const preloadBase = (): Plugin => ({
  name: 'preload-base',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { chunk, bundle = {} }) =>
      Object.keys(chunk ? bundle : {})
        .filter((file) => /^assets\/base-[\w-]+\.js$/.test(file))
        .map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` }, injectTo: 'head' as const })),
  },
})
