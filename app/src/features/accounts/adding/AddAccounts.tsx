/** Adds accounts to a bulk account, typed or from a workbook, then shows the outcome. */
import { useCallback, useState } from 'react'
import { type NewAccount, numberShown, sentence } from '~/core/core'
import { clearRecords } from '~/kit/accounts/records'
import { FrozenNotice, useFrozen } from '~/kit/announcements/frozen'
import { useOptionalRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { AccountsUpload, type TypedAccounts as Uploaded } from '~/kit/upload/AccountsUpload'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { FormActions } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { ListRefusal } from '../ListRefusal'
import { AddResult } from './AddResult'
import { NotAddableNotice } from './NotAddableNotice'
import { TypedAccounts, useTypedRows } from './TypedAccounts'

type AddBy = 'typing' | 'workbook'

interface Props {
  source: AccountListSource
  /** Stored in the screen's address. */
  by: AddBy
  onBy: (by: AddBy) => void
}

interface Added {
  at: number
  accounts: NewAccount[]
}

const nothing: Uploaded = { accounts: [], isValid: false, isAsking: false, counts: { ok: 0, notKnown: 0, toFix: 0 } }

export function AddAccounts({ source, by, onBy }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const [pasted, setPasted] = useState<NewAccount[]>()
  const [, , dropTyped] = useTypedRows(source.bulkId)
  const [uploaded, setUploaded] = useState(nothing)
  const [added, setAdded] = useState<Added>()
  const add = useWrite('AddAccounts')
  const frozen = useFrozen('AddAccounts')
  // Staff get no suggestions: these come from the customer's own company.
  const registrationNo = useOptionalRead('GetProfile', { id: source.bulkId }, !source.isStaff)?.details.registrationNo
  const send = (accounts: NewAccount[]) =>
    add
      .mutateAsync({ bulkId: source.bulkId, childAccounts: accounts })
      .finally(() => clearRecords(source))
      .then(
        () => {
          setAdded({ at: Date.now(), accounts })
          return true
        },
        () => false,
      )
  /** A long pasted list took the typed rows along, so they are added with it. */
  const sendUploaded = async () => {
    if ((await send(uploaded.accounts)) && pasted) dropTyped()
  }
  /** Switches between typing and workbook. Clears an error of the other input, because it does not apply here. */
  function change(to: AddBy) {
    if (add.isError) add.reset()
    onBy(to)
  }
  const keep = useCallback((typed: Uploaded) => setUploaded(typed), [])
  const count = uploaded.accounts.length
  /** Number of accounts that can be added, as far as the record lookups have finished. */
  const addable = uploaded.isAsking ? count - uploaded.counts.toFix - uploaded.counts.notKnown : uploaded.counts.ok
  const hasRows = useCallback(() => count > 0, [count])

  if (!source.mayAdd) return <Notice tone="warning" title={sentence('forbidden', language)} />
  if (added)
    return (
      <AddResult
        key={added.at}
        source={source}
        {...added}
        onMore={() => {
          setAdded(undefined)
          setPasted(undefined)
          setUploaded(nothing)
          add.reset()
        }}
      />
    )
  const problem = add.error && (
    <ListRefusal error={add.error} numbers={(add.variables?.childAccounts ?? []).map(({ accountNo }) => accountNo)} />
  )
  const whyNot =
    frozen ??
    (uploaded.accounts.length === 0
      ? t('add.chooseFirst')
      : !uploaded.isValid
        ? t('add.fixFirst')
        : uploaded.isAsking
          ? t('upload.asking')
          : undefined)
  return (
    <Stack gap={6}>
      <FrozenNotice why={frozen} />
      <div data-tour="addBy">
        <RadioGroup
          label={t('add.how')}
          options={(['typing', 'workbook'] as const).map((id) => ({ id, title: t(`add.${id}`), description: t(`add.${id}Hint`) }))}
          value={by}
          onChange={(id) => change(id === 'workbook' ? 'workbook' : 'typing')}
          columns={2}
        />
      </div>
      {by === 'typing' ? (
        <TypedAccounts
          source={source}
          isBusy={add.isPending}
          frozen={frozen}
          problem={problem}
          onSubmit={send}
          onMany={(accounts) => {
            setPasted(accounts)
            setUploaded(nothing)
            change('workbook')
          }}
        />
      ) : (
        <Stack gap={5}>
          {problem}
          <LeaveGuard isUnsaved={hasRows} />
          <AccountsUpload
            initial={uploaded.accounts.length > 0 ? uploaded.accounts : (pasted ?? [])}
            owner={source}
            registrationNo={registrationNo}
            onChange={keep}
          />
          {uploaded.isValid && <NotAddableNotice counts={uploaded.counts} />}
          <FormActions>
            <Button
              mode="primary"
              size="large"
              onPress={() => void sendUploaded()}
              isLoading={add.isPending}
              isDisabled={whyNot !== undefined}
              why={whyNot}
            >
              {addable > 0 ? t('add.submitMany', { count: addable, shown: numberShown(addable) }) : t('add.submit', { count: 2 })}
            </Button>
          </FormActions>
        </Stack>
      )}
    </Stack>
  )
}
