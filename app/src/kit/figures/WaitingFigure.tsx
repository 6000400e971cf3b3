/** The place of a figure while its number is awaited. */
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { StatCard } from '../../ui/text/StatCard'

/** `meta` where the line under it is known before the number is. */
export function WaitingFigure({ label, href, meta }: { label: ReactNode; href: string; meta?: string }) {
  return <StatCard label={label} href={href} value={<Skeleton width="4ch" />} meta={meta ?? <Skeleton width="8rem" />} />
}
