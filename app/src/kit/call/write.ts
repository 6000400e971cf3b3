/**
 * Calls that change data. After each call, even if it failed, the affected data is refetched, and a lost focus is
 * restored.
 */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { focusRowOrTitle } from '~/ui/layout/useFocusBack'
import { CallError, call, type EndpointName, needsIdempotencyKey, type RequestOf, type ResponseOf } from './api'
import { whenRefetched } from './refetch'

/** Whether an error is a final refusal. After a lost answer or a server error the change may have been made. */
export const isOutcome = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.body.code !== 'keyInProgress'

/** Waits for the refetch, then moves the focus to the title if the change removed the focused element. */
export function focusAfterRefetch() {
  void whenRefetched().then(() => requestAnimationFrame(() => focusRowOrTitle()))
}

interface Options {
  /** Skips the refetch afterwards, because the call may end the user's session. */
  skipsRefetch?: boolean
}

/**
 * A call that changes data. A second click before the button is disabled shares the first request. A call that runs
 * once (docs/http.md) gets an idempotency key, which is kept until the outcome is known, so that a retry after a lost
 * answer returns the first result. A different request gets a new key. After its screen is closed, the call is not
 * retried, because the user would not see the outcome.
 */
export function useWrite<Name extends EndpointName>(name: Name, { skipsRefetch = false }: Options = {}) {
  const intent = useRef<{ about: string; key: string; asked?: Promise<ResponseOf<Name>> | undefined }>(undefined)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return useMutation({
    mutationFn: (request: RequestOf<Name>) => {
      const about = JSON.stringify(request)
      if (intent.current?.about !== about) intent.current = { about, key: crypto.randomUUID() }
      const own = intent.current
      const isAwaited = () => !isLeft.current
      own.asked ??= call(name, request, { skipsRefetch, isAwaited, ...(needsIdempotencyKey(name) && { key: own.key }) }).finally(() => {
        own.asked = undefined
      })
      return own.asked
    },
    // The server is still working on the first request with this key, so ask again for its answer.
    retry: (failures, error) => failures < 20 && error instanceof CallError && error.body.code === 'keyInProgress',
    retryDelay: 500,
    onSettled: (_, error) => {
      if (!error || isOutcome(error)) intent.current = undefined
      if (!skipsRefetch) focusAfterRefetch()
    },
  })
}

/** Several calls that form a single user action, or a call whose answer is used immediately. */
export function useAction<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  { onSettled, ...options }: Omit<UseMutationOptions<Answer, Error, Input>, 'mutationFn'> = {},
) {
  return useMutation({
    mutationFn: act,
    onSettled: (...settled) => {
      focusAfterRefetch()
      return onSettled?.(...settled)
    },
    ...options,
  })
}
