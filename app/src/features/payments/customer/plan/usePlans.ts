/** The payments that each offered method would make of the chosen bills. */
import { useMemo } from 'react'
import type { MethodOffer } from '~/core/core'
import { useChosen } from '~/kit/paying/selection'
import { type Plans, plansOf } from './plans'

export function usePlans(methods: readonly MethodOffer[], mostReferences: number): Plans {
  const [bills] = useChosen()
  return useMemo(() => plansOf(bills, methods, mostReferences), [bills, methods, mostReferences])
}
