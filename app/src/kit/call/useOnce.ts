/** Acting through an endpoint that does a thing once (docs/http.md#doing-a-thing-once). */
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type EndpointName, Refused, type RequestOf, type ResponseOf } from './api'

/** A no is an outcome; silence and a stumbling server are none: it may have been done. */
export const isOutcome = (error: unknown) =>
  error instanceof Refused && error.status >= 400 && error.status < 500 && error.body.code !== 'keyInProgress'

/**
 * The key is made for one intent and kept until its outcome is known, so that trying again after a lost answer
 * is answered with what was done and does nothing twice. Another request is another intent.
 */
export function useOnce<Name extends EndpointName>(name: Name) {
  const intent = useRef<{ about: string; key: string; asked?: Promise<ResponseOf<Name>> | undefined }>(undefined)
  return useMutation({
    mutationFn: (request: RequestOf<Name>) => {
      const about = JSON.stringify(request)
      if (intent.current?.about !== about) intent.current = { about, key: crypto.randomUUID() }
      const own = intent.current
      // A second click that comes before the button shows that it works waits for the first one's answer.
      own.asked ??= call(name, request, { key: own.key }).finally(() => {
        own.asked = undefined
      })
      return own.asked
    },
    // Still being worked on: the answer comes under the same key.
    retry: (failures, error) => failures < 20 && error instanceof Refused && error.body.code === 'keyInProgress',
    retryDelay: 500,
    onSettled: (_, error) => {
      if (!error || isOutcome(error)) intent.current = undefined
    },
  })
}
