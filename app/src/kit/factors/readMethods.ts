/** Reads the ways in which the signed-in user confirms their identity. */
import { queries } from '../call/queries'
import { callQuery } from '../call/read'
import type { ProofKind } from './proof'

/** Returns the ways, the strongest first. Empty if the password is enough. */
export async function readMethods(): Promise<readonly ProofKind[]> {
  const { methods } = await queries.fetchQuery({ ...callQuery('GetFactors', {}), staleTime: 0 })
  if (methods.length > 0) return methods
  const { isOffered, isLinked } = await queries.fetchQuery({ ...callQuery('GetOwnSso', {}), staleTime: 0 })
  return isOffered && isLinked ? ['company', 'password'] : []
}
