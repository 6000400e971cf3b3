/** How far the jobs have come that take accounts in and out: asked for while something waits, and all lists when it is done. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api'
import { queries } from '../../session'
import { type Source, showAccountsAnew } from './source'

export interface Progress {
  pending: number
  /** Of those that were asked for together; staff are told only what waits. */
  done?: number | undefined
}

const pause = 1_000

/** What changes while the jobs work, beside the progress itself. */
const changing = /^Get(AccountCards|BulkChildAccountError)/

export function useProgress({ bulkId: id, calls: { progress: name } }: Source): Progress | undefined {
  const { data } = useQuery({
    queryKey: [name, { id }],
    queryFn: async ({ signal }): Promise<Progress> => call(name, { id }, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.pending > 0 ? pause : false),
  })
  const waited = useRef(0)
  const pending = data?.pending ?? 0
  useEffect(() => {
    if (pending > 0) queries.invalidateQueries({ predicate: ({ queryKey }) => changing.test(String(queryKey[0])) })
    else if (waited.current > 0) void showAccountsAnew()
    waited.current = pending
  }, [pending])
  return data
}
