/**
 * Costs by state, as tiles in the layout of a map, and as a sorted list. Keyboards and screen readers use the list; the tiles are
 * additional links for pointers.
 */
import { amountShown, numberShown, type StateCost } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { useTranslation } from '~/words/useTranslation'
import styles from './States.module.css'

/** Column and row of each state in the grid, by state code. */
const tilePositions: Record<string, readonly [number, number]> = {
  PEL: [1, 1],
  KED: [1, 2],
  KEL: [3, 2],
  TRE: [4, 2],
  PIN: [1, 3],
  PER: [2, 3],
  PAH: [3, 3],
  SEL: [1, 4],
  KUL: [2, 4],
  NSE: [3, 4],
  PJY: [2, 5],
  MEL: [3, 5],
  JOH: [4, 5],
}

const hrefOf = (state: string) => link('accounts', { state })

export function States({ states, label }: { states: readonly StateCost[]; label: string }) {
  const { t } = useTranslation('home')
  const most = Math.max(1, ...states.map(({ cost }) => Number(cost)))
  const byCode = new Map(states.map((state) => [state.stateCode, state] as const))
  const others = states.filter(({ stateCode }) => stateCode === null)
  return (
    <div className={styles.states}>
      <div className={styles.map} aria-hidden="true">
        {Object.entries(tilePositions).map(([code, [column, row]]) => {
          const found = byCode.get(code)
          const position = { gridColumn: column, gridRow: row }
          return found ? (
            <div key={code} style={position}>
              <Tile code={code} {...found} share={Number(found.cost) / most} />
            </div>
          ) : (
            <div key={code} style={position} className={styles.tile} data-is-empty>
              {code}
            </div>
          )
        })}
        {others.map((other, index) => (
          <div key={other.state} style={{ gridColumn: 6, gridRow: index + 2 }}>
            <Tile code={other.state} {...other} share={Number(other.cost) / most} />
          </div>
        ))}
      </div>
      <ol className={styles.list} aria-label={label}>
        {states.map(({ state, accounts, cost }) => (
          <li key={state}>
            <Link href={hrefOf(state)} className={styles.row}>
              <span className={styles.name}>
                {state} <span className={styles.accounts}>{t('count.accounts', { count: accounts, shown: numberShown(accounts) })}</span>
              </span>{' '}
              <span className={styles.number}>{amountShown(cost)}</span>
              <span className={styles.track} aria-hidden="true">
                <span className={styles.share} style={{ inlineSize: `${(Number(cost) / most) * 100}%` }} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The tile of a state. A darker shade means a higher cost. */
function Tile({ code, state, cost, share }: { code: string; state: string; cost: string; share: number }) {
  return (
    <Link href={hrefOf(state)} className={styles.tile} tabIndex={-1}>
      <span className={styles.shade} style={{ opacity: 0.15 + 0.85 * share }} />
      <span className={styles.code}>{code}</span>
      <span>{inThousands(cost)}</span>
    </Link>
  )
}

/** Formats a cost in thousands of ringgit, `0.4` or `12`, because a tile has room for few digits. */
function inThousands(cost: string): string {
  const thousands = Number(cost) / 1000
  return thousands < 10 ? thousands.toFixed(1) : numberShown(Math.round(thousands))
}
