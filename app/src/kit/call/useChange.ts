/** A call that changes something of a list: whatever came of it is shown, and the focus stays where it can. */
import { useMutation } from '@tanstack/react-query'
import { focusRowOrTitle } from '../page/useFocusBack'
import { call, type EndpointName, type RequestOf } from './api'
import { whenRead } from './fresh'

/** When the row that had the focus is gone by what changed, the title takes it. */
export function focusWhenRead() {
  void whenRead().then(() => requestAnimationFrame(() => focusRowOrTitle()))
}

export function useChange<Name extends EndpointName>(name: Name) {
  return useMutation({ mutationFn: (request: RequestOf<Name>) => call(name, request), onSettled: focusWhenRead })
}
