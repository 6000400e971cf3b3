import { queries } from '~/kit/call/queries'
import { callQuery } from '~/kit/call/read'
import type { ProofKind } from './proof'

/** Reads the methods by which the signed-in user can confirm their identity, the strongest first. Empty if the password is enough. */
export async function readMethods(): Promise<readonly ProofKind[]> {
  const { methods } = await queries.fetchQuery({ ...callQuery('GetFactors', {}), staleTime: 0 })
  if (methods.length > 0) return methods
  const { isOffered, isLinked } = await queries.fetchQuery({ ...callQuery('GetOwnSso', {}), staleTime: 0 })
  return isOffered && isLinked ? ['company', 'password'] : []
}
