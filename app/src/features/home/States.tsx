/**
 * Where the electricity accounts are: tiles that lie roughly as the states do, and the same as a sorted list. The list is what
 * the keyboard and screen readers go through; a tile is a second way to the same place for the pointer.
 */
import { numberShown, type StateAccounts } from '../../core/core'
import { link } from '../../core/links'
import { Link } from '../../ui/button/Link'
import { useTranslation } from '../../words/useTranslation'
import styles from './States.module.css'

/** Column and row of each state with a code. */
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

export function States({ states }: { states: readonly StateAccounts[] }) {
  const { t } = useTranslation('home')
  const most = Math.max(1, ...states.map(({ accounts }) => accounts))
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
              <Tile code={code} {...found} share={found.accounts / most} />
            </div>
          ) : (
            <div key={code} style={place} className={styles.tile} data-is-empty>
              {code}
            </div>
          )
        })}
        {others.map((other, at) => (
          <div key={other.state} style={{ gridColumn: 6, gridRow: at + 2 }}>
            <Tile code={other.state} {...other} share={other.accounts / most} />
          </div>
        ))}
      </div>
      <ol className={styles.list} aria-label={t('states.caption')}>
        {states.map(({ state, accounts }) => (
          <li key={state}>
            <Link href={hrefOf(state)} className={styles.row}>
              <span>{state}</span> <span className={styles.share} style={{ inlineSize: `${(accounts / most) * 100}%` }} />
              <span className={styles.number}>{numberShown(accounts)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The darker, the more; the number says it, too. */
function Tile({ code, state, accounts, share }: { code: string; state: string; accounts: number; share: number }) {
  return (
    <Link href={hrefOf(state)} className={styles.tile} tabIndex={-1}>
      <span className={styles.shade} style={{ opacity: 0.15 + 0.85 * share }} />
      <span className={styles.code}>{code}</span>
      <span>{numberShown(accounts)}</span>
    </Link>
  )
}
