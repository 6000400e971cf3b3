/** The router of the signed-in portal. Core's list of screens decides who may open them. */
import { createRouter } from '@tanstack/react-router'
import { paths } from '../core/links'
import { viewedId, viewRewrite } from '../core/viewed'
import { CouldNotLoad } from '../kit/page/CouldNotLoad'
import { customers } from './customers'
import { parseSearch, stringifySearch } from './plainSearch'
import { root } from './rootRoute'
import { screen } from './screen'
import { hasStaffRoutes } from './sides'
import type { staff } from './staff'

/** Customers do not wait for the code of the staff's routes. */
const staffRoutes = async (): Promise<typeof staff> => (hasStaffRoutes ? (await import('./staff')).staff : ([] as unknown as typeof staff))

const messages = () => import('../kit/page/Message')

export async function createPortalRouter() {
  return createRouter({
    routeTree: root.addChildren([
      ...customers,
      ...(await staffRoutes()),
      screen(paths.notFound, messages, 'NotFound'),
      screen(paths.unauthorized, messages, 'Unauthorized'),
      screen(paths.learnMore, () => import('../features/identity/LearnMoreSignedIn'), 'LearnMoreSignedIn'),
      screen(paths.apiDocs, () => import('../features/apiDocs/ApiDocsSignedIn'), 'ApiDocsSignedIn'),
      screen(paths.verifyPack, () => import('../features/verifyPack/VerifyPackSignedIn'), 'VerifyPackSignedIn'),
      screen(paths.status, () => import('../features/identity/status/StatusSignedIn'), 'StatusSignedIn'),
    ]),
    parseSearch,
    stringifySearch,
    ...(viewedId !== undefined && { rewrite: viewRewrite }),
    defaultPreload: 'intent',
    defaultPendingMs: 500,
    scrollRestoration: true,
    defaultErrorComponent: CouldNotLoad,
  })
}

export type PortalRouter = Awaited<ReturnType<typeof createPortalRouter>>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
}
