import { viewedId } from '~/core/viewed'
import { useOptionalRead } from '../call/read'

/** Whether the user has a second factor; undefined until it is known, and in customer view mode, where the factors are the officer's. */
export function useHasFactor(): boolean | undefined {
  const own = useOptionalRead('GetFactors', {}, viewedId === undefined)
  return own && own.factors.length > 0
}
