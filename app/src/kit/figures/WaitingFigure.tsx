/** The place of a figure while its number is awaited. */
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { StatCard } from '../../ui/text/StatCard'

export function WaitingFigure({ label, href }: { label: ReactNode; href: string }) {
  return <StatCard label={label} href={href} value={<Skeleton width="5rem" />} meta={<Skeleton width="8rem" />} />
}
