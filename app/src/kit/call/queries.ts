/** The cache of answers, shared by all screens. */
import { QueryClient } from '@tanstack/react-query'
import { CallError } from './api'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The server would refuse a call again, and `retryCalls.ts` has already retried calls without an answer.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof CallError && (error.status < 500 || error.status === 503 || error.body.code === 'unavailable')),
    },
    // Without a connection, a write is retried for a short time and then fails visibly. It is never queued and sent
    // later without the user's knowledge.
    mutations: { retry: false, networkMode: 'always' },
  },
})
