/** The one way to change something. Whatever came of it, what it may have changed is read again, and the focus stays where it can. */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { focusRowOrTitle } from '../page/useFocusBack'
import { call, type EndpointName, isDoneOnce, Refused, type RequestOf, type ResponseOf } from './api'
import { whenRead } from './fresh'

/** A no is an outcome. Silence and a stumbling server are none: it may have been done. */
export const isOutcome = (error: unknown) =>
  error instanceof Refused && error.status >= 400 && error.status < 500 && error.body.code !== 'keyInProgress'

/** When the row that had the focus is gone by what changed, the title takes it. */
export function focusWhenRead() {
  void whenRead().then(() => requestAnimationFrame(() => focusRowOrTitle()))
}

interface Options {
  /** Nothing is asked for afterwards: the own session may be over. */
  isLast?: boolean
}

/**
 * A call that changes something. A second click that comes before the button shows that it works waits for the first one's
 * answer. What is done once (docs/http.md) has a key, made for one intent and kept until its outcome is known: trying again
 * after a lost answer is answered with what was done. Another request is another intent. Once its screen was left it is not asked
 * again: nobody would see what came of it.
 */
export function useWrite<Name extends EndpointName>(name: Name, { isLast = false }: Options = {}) {
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
      own.asked ??= call(name, request, { isLast, isAwaited, ...(isDoneOnce(name) && { key: own.key }) }).finally(() => {
        own.asked = undefined
      })
      return own.asked
    },
    // Still being worked on: the answer comes under the same key.
    retry: (failures, error) => failures < 20 && error instanceof Refused && error.body.code === 'keyInProgress',
    retryDelay: 500,
    onSettled: (_, error) => {
      if (!error || isOutcome(error)) intent.current = undefined
      if (!isLast) focusWhenRead()
    },
  })
}

/** Several calls that are one act of the person, or a call whose answer is put to use at once. */
export function useAct<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  { onSettled, ...options }: Omit<UseMutationOptions<Answer, Error, Input>, 'mutationFn'> = {},
) {
  return useMutation({
    mutationFn: act,
    onSettled: (...settled) => {
      focusWhenRead()
      return onSettled?.(...settled)
    },
    ...options,
  })
}
