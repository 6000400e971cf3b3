/** The electricity accounts: found ones are ticked, others are typed or come in a workbook. Each is there once. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { constants, numberShown, sentence } from '../../../../core/core'
import { paths } from '../../../../core/links'
import { useDraft } from '../../../../kit/session/useDraft'
import { checkRows } from '../../../../kit/sheet/reader'
import { AccountsUpload, type TypedAccounts as Uploaded } from '../../../../kit/upload/AccountsUpload'
import { Button } from '../../../../ui/button/Button'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { ErrorSummary, type FormError } from '../../../../ui/form/ErrorSummary'
import { Stack } from '../../../../ui/layout/Stack'
import { Tabs } from '../../../../ui/layout/Tabs'
import { SelectionBar } from '../../../../ui/table/SelectionBar'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import type { DraftKeeper } from '../draft/draftKeeper'
import { numberOf } from '../draft/form'
import { typedAccount } from '../draft/load'
import { useKeeper } from '../draft/useKeeper'
import styles from '../Registration.module.css'
import type { StepProps } from '../steps/StepForm'
import { addressOf, type Way, ways } from '../steps/steps'
import { counted, isOf, isSameList, withUploaded } from './accounts'
import { FoundAccounts } from './FoundAccounts'
import { RefusedAccounts } from './RefusedAccounts'
import { nothingTyped, TypedAccounts } from './TypedAccounts'

const route = getRouteApi(paths.registerCompany)
const sourceOf = { found: 'auto', typed: 'manual', upload: 'upload' } as const

export function AccountsStep({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const navigate = route.useNavigate()
  const { tab = 'found' } = route.useSearch()
  const { accounts } = useKeeper(keeper).content
  const [typing, setTyping] = useDraft(typedAccount, nothingTyped)
  const [isChecking, setIsChecking] = useState(false)
  const [errors, setErrors] = useState<FormError[]>([])
  const counts = counted(accounts)
  /** What was put right since; whether the workbook's rows are, the next check says. */
  const isPutRight = {
    accountNo: !typing.accountNo.trim(),
    accounts: counts.all > 0 && counts.all <= constants.maxAccounts,
    upload: false,
  }
  const still = new Set(errors.map(({ id }) => id).filter((id) => !(id in isPutRight && isPutRight[id as keyof typeof isPutRight])))

  async function next() {
    setIsChecking(true)
    const rows = accounts.filter(isOf('upload'))
    // When they cannot be checked here, the server checks them.
    const wrong = rows.length > 0 ? (await checkRows(rows).catch(() => [])).filter(Boolean).length : 0
    setIsChecking(false)
    const found: (FormError & { tab?: Way })[] = []
    if (typing.accountNo.trim()) found.push({ id: 'accountNo', message: t('accounts.notAdded'), tab: 'typed' })
    if (wrong > 0) found.push({ id: 'upload', message: t('accounts.uploadWrong', { count: wrong }), tab: 'upload' })
    if (counts.all === 0) found.push({ id: 'accounts', message: sentence('accountsRequired', language) })
    const limit = constants.maxAccounts
    if (counts.all > limit) found.push({ id: 'accounts', message: sentence('accountsTooMany', language, { limit: numberShown(limit) }) })
    setErrors(found)
    if (found.length === 0) return onDone()
    const [first] = found
    if (first?.tab) await navigate({ search: (before) => ({ ...before, step: 'accounts', tab: first.tab }), replace: true })
  }

  const before = addressOf(from ?? 'declaration')
  return (
    <div className={styles.accounts}>
      {errors.length > 0 && <ErrorSummary of={errors} title={common('problem.summary')} errors={errors} still={still} />}
      {refused && <RefusedAccounts keeper={keeper} refused={refused} />}
      <div id="accounts" tabIndex={-1}>
        <Tabs
          label={t('accounts.tabs')}
          current={tab}
          tabs={ways.map((id) => ({
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
          {tab === 'upload' && <UploadedAccounts keeper={keeper} />}
        </Stack>
      </div>
      <SelectionBar
        isShown
        text={t('accounts.total', { count: counts.all, shown: numberShown(counts.all) })}
        actions={
          <>
            <LinkButton href={before}>{t('act.back')}</LinkButton>
            <Button mode="primary" onPress={() => void next()} isLoading={isChecking}>
              {from ? t('act.toReview') : t('act.next')}
            </Button>
          </>
        }
      />
    </div>
  )
}

function UploadedAccounts({ keeper }: { keeper: DraftKeeper }) {
  // The table keeps its own rows once it is shown.
  const initial = useMemo(() => keeper.read().content.accounts.filter(isOf('upload')), [keeper])
  const onChange = useCallback(
    ({ accounts: rows }: Uploaded) => {
      const before = keeper.read().content.accounts
      const next = withUploaded(before, rows)
      if (!isSameList(before, next)) keeper.change({ accounts: next })
    },
    [keeper],
  )
  const registrationNo = numberOf(keeper.read().content.form)
  return (
    <div id="upload" tabIndex={-1}>
      <AccountsUpload initial={initial} registrationNo={registrationNo} onChange={onChange} />
    </div>
  )
}
