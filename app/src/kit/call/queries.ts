/** What was read and is kept, for all screens. */
import { QueryClient } from '@tanstack/react-query'
import { Refused } from './api'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What was refused will be refused again; what was not heard has been asked again already.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof Refused && (error.status < 500 || error.status === 503 || error.body.code === 'unavailable')),
    },
    // Without a connection a change is unheard, asked again for a while and then said: it is never kept, to be sent later unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
})
