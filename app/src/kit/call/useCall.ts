/** Reading through the endpoint table, kept fresh by live events. */
import { useQuery } from '@tanstack/react-query'
import { call, type EndpointName, type RequestOf } from './api'

interface Options {
  enabled?: boolean
}

/** One answer. Never another record's while its own is awaited: what is shown is what is acted on. */
export function useCall<Name extends EndpointName>(name: Name, request: RequestOf<Name>, options: Options = {}) {
  return useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => call(name, request, { signal }),
    ...options,
  })
}
