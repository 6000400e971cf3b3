/**
 * A chart with a bar for each month, and the same month of the previous year behind it. The pointer or the arrow keys select a
 * month, whose figures appear next to the chart. Always pair it with a table of the same data.
 */
import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { PointerEvent } from 'react'
import chart from './Chart.module.css'
import { useWidth } from './useWidth'
import styles from './YearChart.module.css'

interface YearPoint {
  id: string
  /** Shown under the bar. */
  label: string
  /** Shown under the label of the first month and of each January. */
  year: string
  value: number
  /** The same month a year earlier; undefined if there was no bill. */
  before: number | undefined
  /** The text for screen readers. */
  spokenText: string
  /** Whether the month has not ended yet. */
  isPartial?: boolean
}

interface Props {
  /** Label of the control that selects a month. */
  label: string
  points: readonly YearPoint[]
  tick: (value: number) => string
  current: number
  /** Called with undefined when the pointer leaves. */
  onCurrent: (index: number | undefined) => void
}

const height = 200
const margin = { top: 8, right: 12, bottom: 40, left: 44 }
/** Pixels that a label needs. */
const labelWidth = 30

export function YearChart({ label, points, tick, current, onCurrent }: Props) {
  const { ref, width } = useWidth()
  const inner = { width: Math.max(0, width - margin.left - margin.right), height: height - margin.top - margin.bottom }
  const most = Math.max(1, ...points.flatMap(({ value, before }) => [value, before ?? 0]))
  const x = scaleBand({ domain: points.map(({ id }) => id), range: [0, inner.width], paddingInner: 0.3, paddingOuter: 0.15 })
  const y = scaleLinear({ domain: [0, most], range: [inner.height, 0], nice: 3 })
  const band = x.bandwidth()
  const step = x.step()
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(1, step)))
  const byId = new Map(points.map((point, index) => [point.id, { ...point, index }] as const))
  const isLabelled = (index: number) => (points.length - 1 - index) % every === 0
  const top = (value: number) => y(Math.max(0, value))

  function choose({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) {
    const at = Math.floor((clientX - currentTarget.getBoundingClientRect().left - margin.left) / step)
    onCurrent(Math.min(points.length - 1, Math.max(0, at)))
  }

  return (
    <div
      ref={ref}
      className={styles.plot}
      style={{ blockSize: height }}
      onPointerMove={choose}
      onPointerDown={choose}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onCurrent(undefined)}
    >
      <input
        type="range"
        className={styles.choice}
        aria-label={label}
        aria-valuetext={points[current]?.spokenText}
        min={0}
        max={points.length - 1}
        step={1}
        value={current}
        onChange={({ target }) => onCurrent(Number(target.value))}
      />
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" className={chart.svg}>
          <Group left={margin.left} top={margin.top}>
            {y.ticks(3).map((tick) => (
              <line key={tick} x1={0} x2={inner.width} y1={y(tick)} y2={y(tick)} className={chart.grid} />
            ))}
            {points.map(({ id, value, before, isPartial }, index) => {
              const left = x(id) ?? 0
              return (
                <Group key={id} className={styles.month ?? ''} data-current={index === current || undefined}>
                  {index === current && (
                    <rect className={styles.behind} x={left - (step - band) / 2} width={step} y={0} height={inner.height} />
                  )}
                  {before !== undefined && (
                    <Bar
                      className={styles.before ?? ''}
                      x={left}
                      width={band}
                      y={top(before)}
                      height={Math.max(0, inner.height - top(before))}
                      rx={2}
                    />
                  )}
                  <Bar
                    className={styles.value ?? ''}
                    data-partial={isPartial || undefined}
                    x={left + band * 0.22}
                    width={band * 0.56}
                    y={top(value)}
                    height={Math.max(0, inner.height - top(value))}
                    rx={2}
                  />
                </Group>
              )
            })}
            <AxisLeft
              scale={y}
              numTicks={3}
              hideAxisLine
              hideTicks
              tickFormat={(value) => tick(Number(value))}
              tickLabelProps={{ className: chart.tick ?? '', dx: '-0.25em' }}
            />
            <AxisBottom
              scale={x}
              top={inner.height}
              hideTicks
              axisLineClassName={chart.axis ?? ''}
              tickFormat={(id) => {
                const point = byId.get(id)
                return point && isLabelled(point.index) ? point.label : ''
              }}
              tickLabelProps={(id) => ({
                className: chart.tick ?? '',
                textAnchor: 'middle',
                dy: '0.25em',
                'data-current': byId.get(id)?.index === current || undefined,
              })}
            />
            {points.map(
              ({ id, year }) =>
                year && (
                  <text key={id} className={chart.tick} x={(x(id) ?? 0) + band / 2} y={inner.height + 34} textAnchor="middle">
                    {year}
                  </text>
                ),
            )}
          </Group>
        </svg>
      )}
    </div>
  )
}
