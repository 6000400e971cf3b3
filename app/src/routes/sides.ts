/** The sides of the portal that this page has routes for. */
import { audienceOf } from '../core/core'

/**
 * Whether this page has the staff's routes. A page that was opened at a customer's address has none. Staff who are redirected from there
 * to a page of both sides load it anew (rootRoute.tsx).
 */
export const hasStaffRoutes = audienceOf(location.pathname) !== 'customer'
