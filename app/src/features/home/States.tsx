/**
 * Costs by state, as tiles laid out roughly like a map, and as a sorted list. Keyboard and screen readers use the list; the tiles
 * are extra links for the pointer.
 */
import { amountShown, numberShown, type StateCost } from '../../core/core'
import { link } from '../../core/links'
import { Link } from '../../ui/button/Link'
import { useTranslation } from '../../words/useTranslation'
import styles from './States.module.css'

/** Column and row of each state in the grid, by state code. */
const places: Record<string, readonly [number, number]> = {
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
        {Object.entries(places).map(([code, [column, row]]) => {
          const found = byCode.get(code)
          const place = { gridColumn: column, gridRow: row }
          return found ? (
            <div key={code} style={place}>
              <Tile code={code} {...found} share={Number(found.cost) / most} />
            </div>
          ) : (
            <div key={code} style={place} className={styles.tile} data-is-empty>
              {code}
            </div>
          )
        })}
        {others.map((other, at) => (
          <div key={other.state} style={{ gridColumn: 6, gridRow: at + 2 }}>
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

/** The darker the tile, the higher the cost. */
function Tile({ code, state, cost, share }: { code: string; state: string; cost: string; share: number }) {
  return (
    <Link href={hrefOf(state)} className={styles.tile} tabIndex={-1}>
      <span className={styles.shade} style={{ opacity: 0.15 + 0.85 * share }} />
      <span className={styles.code}>{code}</span>
      <span>{inThousands(cost)}</span>
    </Link>
  )
}

/** A tile has room for few digits: `0.4` or `12`, in thousands of ringgit. */
function inThousands(cost: string): string {
  const thousands = Number(cost) / 1000
  return thousands < 10 ? thousands.toFixed(1) : numberShown(Math.round(thousands))
}
