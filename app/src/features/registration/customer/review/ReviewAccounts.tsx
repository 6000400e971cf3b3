/** The selected accounts, counted by source and listed on request. */
import { useMemo, useState } from 'react'
import { type ApplicationAccount, accountError, numberShown } from '~/core/core'
import { accountNumber } from '~/kit/accounts/accountNumber'
import { RowCountBadges } from '~/kit/accounts/RowCountBadges'
import { countRows, useRecords } from '~/kit/accounts/records'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { countBySource, isFoundUnderAnother, isSelected } from '../accounts/accounts'
import type { DraftContent } from '../draft/draftKeeper'
import { numberOf } from '../draft/form'
import styles from '../Registration.module.css'
import { addressOf } from '../steps/steps'
import { Section } from './ReviewSections'

const keyOf = ({ source, accountNo }: ApplicationAccount) => `${source} ${accountNo}`
const labelOf = ({ accountNo }: ApplicationAccount) => accountNo
const sources = ['auto', 'manual', 'upload'] as const

export function ReviewAccounts({ content }: { content: DraftContent }) {
  const { accounts } = content
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const counts = countBySource(accounts)
  const rows = useMemo(() => accounts.filter(isSelected), [accounts])
  const numbers = useMemo(() => rows.map(({ accountNo }) => accountNumber(accountNo)), [rows])
  const { stateOf, isAsking, errorOf, error } = useRecords(undefined, numbers)
  const known = useMemo(() => countRows(numbers.map((accountNo) => stateOf({ accountNo, refusal: null }))), [numbers, stateOf])
  const columns = useMemo<Column<ApplicationAccount>[]>(
    () => [
      { id: 'accountNo', header: t('column.accountNo'), width: 13, priority: 'title', cell: (row) => row.accountNo },
      { id: 'referenceId', header: t('column.referenceId'), minWidth: 10, cell: (row) => row.referenceId },
      { id: 'source', header: t('column.source'), minWidth: 10, cell: (row) => t(`source.${row.source ?? 'manual'}`) },
      {
        id: 'records',
        header: t('column.records'),
        minWidth: 14,
        cell: (row) => {
          const found = errorOf(accountNumber(row.accountNo))
          return found ? accountError(found, language) : found === null ? t('review.canBeAdded') : ''
        },
      },
    ],
    [t, errorOf, language],
  )
  return (
    <Section step="accounts">
      <Stack gap={4}>
        {isFoundUnderAnother(content, numberOf(content.form)) && (
          <Notice
            tone="warning"
            title={t('review.otherNumber')}
            actions={<LinkButton href={addressOf('accounts', { tab: 'found', from: 'review' })}>{t('review.otherNumberSee')}</LinkButton>}
          >
            {t('review.otherNumberBody')}
          </Notice>
        )}
        <Description
          isTotalLast
          items={[
            ...sources.map((source) => ({ id: source, label: t(`source.${source}`), value: numberShown(counts[source]) })),
            { id: 'all', label: t('review.allAccounts'), value: numberShown(counts.all) },
          ]}
        />
        {counts.all > 0 && error === undefined && (
          <p className={styles.counts} role="status">
            {isAsking ? t('review.asking') : <RowCountBadges counts={known} />}
          </p>
        )}
        {!isAsking && known.notKnown + known.toFix > 0 && <p className={styles.lead}>{t('review.someFail')}</p>}
        {counts.all > 0 && (
          <div>
            <Button aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
              {t(isOpen ? 'review.hideAccounts' : 'review.showAccounts')}
            </Button>
          </div>
        )}
        {isOpen && (
          <DataTable
            caption={t('accounts.total', { count: rows.length, shown: numberShown(rows.length) })}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            rowLabel={labelOf}
            empty={{ title: t('typed.none') }}
          />
        )}
      </Stack>
    </Section>
  )
}
