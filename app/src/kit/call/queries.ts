/** The cache of all answers, shared by all screens. */
import { QueryClient } from '@tanstack/react-query'
import { CallError } from './api'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Repeating a refused call would not help, and calls without an answer were already retried in `retryCalls.ts`.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof CallError && (error.status < 500 || error.status === 503 || error.body.code === 'unavailable')),
    },
    // Without a connection, a write is retried for a short time and then fails visibly. It is never queued and sent
    // later without the user's knowledge.
    mutations: { retry: false, networkMode: 'always' },
  },
})
