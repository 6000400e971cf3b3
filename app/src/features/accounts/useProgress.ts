/** How far the jobs have come that take accounts in and out. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api'
import type { Source } from './source'

export interface Progress {
  pending: number
  /** Of those that were asked for together; staff are told only what waits. */
  done?: number | undefined
}

export function useProgress({ bulkId: id, calls: { progress: name } }: Source): Progress | undefined {
  const { data } = useQuery({ queryKey: [name, { id }], queryFn: async ({ signal }): Promise<Progress> => call(name, { id }, { signal }) })
  return data
}
