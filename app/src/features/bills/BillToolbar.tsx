/** Searching and narrowing a list of bills. */
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button } from '../../ui/Button'
import { PopoverPanel } from '../../ui/PopoverPanel'
import { SearchField } from '../../ui/SearchField'
import { useIsLeaving } from '../../useIsLeaving'
import { useTranslation } from '../../words/useTranslation'
import { BillFilters } from './BillFilters'
import styles from './Bills.module.css'
import type { BillSearch } from './billSearch'
import { useSlash } from './useSlash'

interface Props {
  search: BillSearch
  onSearch: (change: Partial<BillSearch>) => void
  /** Why the searched text is not looked for. */
  wrong: string | undefined
  isLoading: boolean
}

const pause = 350

export function BillToolbar({ search, onSearch, wrong, isLoading }: Props) {
  const { t } = useTranslation('bills')
  const id = useId()
  const isLeaving = useIsLeaving()
  const asked = search.search ?? ''
  const [typed, setTyped] = useState(asked)
  const [known, setKnown] = useState(asked)
  useSlash(id)
  // The address changed by itself: a chip was taken off, or the browser went back.
  if (asked !== known) {
    setKnown(asked)
    if (asked !== typed.trim()) setTyped(asked)
  }
  const waits = typed.trim() !== asked

  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => isLeaving() || onSearch({ search: typed.trim() || undefined }), pause)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <>
      <div className={styles.search}>
        <SearchField
          id={id}
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={typed}
          onChange={setTyped}
          onSubmit={(value) => onSearch({ search: value.trim() || undefined })}
          shortcut="/"
          isLoading={isLoading && asked !== ''}
        />
      </div>
      <PopoverPanel label={t('filters.label')} trigger={<Button icon={<SlidersHorizontal />}>{t('filters.label')}</Button>}>
        {(close) => <BillFilters search={search} onSearch={onSearch} onDone={close} />}
      </PopoverPanel>
      <p className={styles.problem} role="status" hidden={!wrong || waits}>
        {waits ? '' : wrong}
      </p>
    </>
  )
}
