/** Reads the ways in which the signed-in user confirms their identity. */
import type { FactorKind } from '../../core/generatedData'
import { queries } from '../call/queries'
import { callQuery } from '../call/read'

/** Returns the ways, the strongest first. Empty if the password is enough. */
export async function readMethods(): Promise<readonly FactorKind[]> {
  const { methods } = await queries.fetchQuery({ ...callQuery('GetFactors', {}), staleTime: 0 })
  return methods
}
