/** Placeholder of a figure whose number is loading. */
import type { ReactNode } from 'react'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { StatCard } from '~/ui/text/StatCard'

/** `meta`: the line under the figure, if it is already known. */
export function FigureSkeleton({ label, href, meta }: { label: ReactNode; href: string; meta?: string }) {
  return <StatCard label={label} href={href} value={<Skeleton width="4ch" />} meta={meta ?? <Skeleton width="8rem" />} />
}
