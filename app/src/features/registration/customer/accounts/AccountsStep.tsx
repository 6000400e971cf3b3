/**
 * The electricity accounts of the application. The user ticks accounts that were found, types account numbers, or uploads a workbook.
 * Each account occurs once.
 */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { constants, type NewAccount, numberShown, sentence } from '~/core/core'
import { paths } from '~/core/links'
import { useDraft } from '~/kit/session/useDraft'
import { checkRows } from '~/kit/sheet/reader'
import { AccountsUpload, type TypedAccounts as Uploaded } from '~/kit/upload/AccountsUpload'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { ErrorSummary, type FormError } from '~/ui/form/ErrorSummary'
import { Stack } from '~/ui/layout/Stack'
import { Tabs } from '~/ui/layout/Tabs'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { DraftKeeper } from '../draft/draftKeeper'
import { areSameAccounts, numberOf } from '../draft/form'
import { typedAccountKey } from '../draft/load'
import { useKeeper } from '../draft/useKeeper'
import styles from '../Registration.module.css'
import type { Refusal } from '../steps/refusal'
import type { StepProps } from '../steps/StepForm'
import { type AccountTab, accountTabs, addressOf } from '../steps/steps'
import { countBySource, uploadedRows, without, withUploaded } from './accounts'
import { FoundAccounts } from './FoundAccounts'
import { refusalsOfWholeList, refusedAccounts } from './refused'
import { emptyTypedAccount, TypedAccounts } from './TypedAccounts'

const route = getRouteApi(paths.registerCompany)
/** The source of the accounts of each tab. */
const sourceOf = { found: 'auto', typed: 'manual', upload: 'upload' } as const

export function AccountsStep({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const navigate = route.useNavigate()
  const { tab = 'found' } = route.useSearch()
  const { accounts } = useKeeper(keeper).content
  const [typing, setTyping] = useDraft(typedAccountKey, emptyTypedAccount)
  const [isChecking, setIsChecking] = useState(false)
  const [errors, setErrors] = useState<FormError[]>([])
  const counts = countBySource(accounts)
  /** Number of workbook rows that cannot be added. Core's check counts them until the upload table is open. */
  const [notAddable, setNotAddable] = useState(0)
  useEffect(() => {
    const rows = uploadedRows(keeper.read().content.accounts)
    if (rows.length > 0) void countRefusedRows(rows).then(setNotAddable)
  }, [keeper])
  const addable = counts.all - notAddable
  /** Whether each error was fixed since it was reported. For the workbook's rows only the next check can tell. */
  const isFixed = {
    accountNo: !typing.accountNo.trim(),
    accounts: counts.all > 0 && counts.all <= constants.maxAccounts,
    upload: false,
  }
  const still = new Set(errors.map(({ id }) => id).filter((id) => !(id in isFixed && isFixed[id as keyof typeof isFixed])))

  async function goToNext() {
    setIsChecking(true)
    const wrong = await countRefusedRows(uploadedRows(accounts))
    setIsChecking(false)
    const nextErrors: (FormError & { tab?: AccountTab })[] = []
    if (typing.accountNo.trim()) nextErrors.push({ id: 'accountNo', message: t('accounts.notAdded'), tab: 'typed' })
    if (wrong > 0) nextErrors.push({ id: 'upload', message: t('accounts.uploadWrong', { count: wrong }), tab: 'upload' })
    if (counts.all === 0) nextErrors.push({ id: 'accounts', message: sentence('accountsRequired', language) })
    const limit = constants.maxAccounts
    if (counts.all > limit)
      nextErrors.push({ id: 'accounts', message: sentence('accountsTooMany', language, { limit: numberShown(limit) }) })
    const [first] = nextErrors
    // The tab opens before the error summary appears. Otherwise it would scroll the summary out of sight.
    if (first?.tab && first.tab !== tab)
      await navigate({ search: (before) => ({ ...before, step: 'accounts', tab: first.tab }), replace: true, resetScroll: false })
    setErrors(nextErrors)
    if (nextErrors.length === 0) onDone()
  }

  const before = addressOf(from ?? 'declaration')
  return (
    <div className={styles.accounts}>
      {errors.length > 0 && <ErrorSummary of={errors} title={common('problem.summary')} errors={errors} still={still} />}
      {refused && <RefusedAccounts keeper={keeper} refused={refused} />}
      <div id="accounts" tabIndex={-1}>
        <Stack gap={4}>
          <Tabs
            label={t('accounts.tabs')}
            current={tab}
            tabs={accountTabs.map((id) => ({
              id,
              label: t(`${id}.tab`),
              href: addressOf('accounts', { tab: id, from }),
              count: numberShown(counts[sourceOf[id]]),
            }))}
          />
          <Stack gap={5}>
            <p className={styles.lead}>{t(`${tab}.lead`)}</p>
            {tab === 'found' && <FoundAccounts keeper={keeper} />}
            {tab === 'typed' && <TypedAccounts keeper={keeper} state={[typing, setTyping]} />}
            {tab === 'upload' && <UploadedAccounts keeper={keeper} onCount={setNotAddable} />}
          </Stack>
        </Stack>
      </div>
      <SelectionBar
        isShown
        text={[
          t('accounts.total', { count: addable, shown: numberShown(addable) }),
          ...(notAddable > 0 ? [t('accounts.notAddable', { count: notAddable, shown: numberShown(notAddable) })] : []),
        ].join(' · ')}
        actions={
          <>
            <LinkButton href={before}>{t('act.back')}</LinkButton>
            <Button mode="primary" onPress={() => void goToNext()} isLoading={isChecking}>
              {from ? t('act.toReview') : t('act.next')}
            </Button>
          </>
        }
      />
    </div>
  )
}

/** Counts the rows that core refuses. Returns 0 if the check cannot run here; the server checks them on submission. */
const countRefusedRows = (rows: readonly NewAccount[]): Promise<number> =>
  rows.length === 0
    ? Promise.resolve(0)
    : checkRows(rows).then(
        (refusals) => refusals.filter(Boolean).length,
        () => 0,
      )

interface UploadedProps {
  keeper: DraftKeeper
  /** Called with the number of rows that cannot be added. */
  onCount: (notAddable: number) => void
}

function UploadedAccounts({ keeper, onCount }: UploadedProps) {
  // Only the initial rows: afterwards the table holds its own rows.
  const initial = useMemo(() => uploadedRows(keeper.read().content.accounts), [keeper])
  const onChange = useCallback(
    ({ accounts: rows, counts: { toFix, notKnown } }: Uploaded) => {
      onCount(toFix + notKnown)
      const before = keeper.read().content.accounts
      const next = withUploaded(before, rows)
      if (!areSameAccounts(before, next)) keeper.change({ accounts: next })
    },
    [keeper, onCount],
  )
  const registrationNo = numberOf(keeper.read().content.form)
  return (
    <div id="upload" tabIndex={-1}>
      <AccountsUpload initial={initial} registrationNo={registrationNo} onChange={onChange} />
    </div>
  )
}

/** Refused accounts that the notice lists; it counts the others. */
const maxListed = 20

/** Accounts that the server refused when the application was submitted. */
function RefusedAccounts({ keeper, refused }: { keeper: DraftKeeper; refused: Refusal }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { accounts } = useKeeper(keeper).content
  const ofWholeList = refusalsOfWholeList(refused, accounts)
  const wrong = refusedAccounts(refused, accounts)
  const numbers = new Set(wrong.map(({ account }) => account.accountNo))
  return (
    <>
      {ofWholeList.map(({ code, params }) => (
        <Notice key={code} tone="bad" title={sentence(code, language, params)} isAnnounced />
      ))}
      {wrong.length > 0 && (
        <Notice
          tone="bad"
          title={t('refused.title', { count: wrong.length })}
          isAnnounced
          actions={
            wrong.some(({ account }) => account.source !== 'upload') && (
              <Button
                onPress={() =>
                  keeper.change({ accounts: without(accounts, (one) => one.source !== 'upload' && numbers.has(one.accountNo)) })
                }
              >
                {t('refused.remove')}
              </Button>
            )
          }
        >
          <ul className={styles.refused}>
            {wrong.slice(0, maxListed).map(({ account, why }) => (
              <li key={`${account.source} ${account.accountNo}`}>
                {t('refused.one', { account: account.accountNo, message: sentence(why.code, language, why.params) })}
              </li>
            ))}
          </ul>
          {wrong.length > maxListed && <p>{t('refused.more', { count: wrong.length - maxListed })}</p>}
        </Notice>
      )}
    </>
  )
}
