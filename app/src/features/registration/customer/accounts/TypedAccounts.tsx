/** Adds accounts by their numbers. Core and the account master check a number when its field loses the focus. */
import { X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type ApplicationAccount, accountError, check, type FieldError, type Language, sentence, type ValidatedAccount } from '~/core/core'
import { accountNumber } from '~/kit/accounts/accountNumber'
import { call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { Button } from '~/ui/button/Button'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { DraftKeeper } from '../draft/draftKeeper'
import { useUndoInDraft } from '../draft/undo'
import { useKeeper } from '../draft/useKeeper'
import styles from '../Registration.module.css'
import { isFromSource, ownNumbers, without, withTyped, withTypedAgain } from './accounts'

/** An account that is typed but not added yet. */
export interface TypedAccount {
  accountNo: string
  referenceId: string
}
export const emptyTypedAccount: TypedAccount = { accountNo: '', referenceId: '' }

interface Props {
  keeper: DraftKeeper
  /** The entries that are not added yet. They survive a change of tab and a reload. */
  state: [TypedAccount, React.Dispatch<React.SetStateAction<TypedAccount>>]
}

export function TypedAccounts({ keeper, state }: Props) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { accounts } = useKeeper(keeper).content
  const own = useMemo(() => ownNumbers(accounts), [accounts])
  const form = useForm(state[0], { state, check: (typed) => ({ fields: errorsOf(typed, own, language) }) })
  const [validated, setValidated] = useState<ValidatedAccount>()
  /** The last lookup, so that adding an account does not look it up again. */
  const lastLookup = useRef<{ accountNo: string; answer: Promise<ValidatedAccount> }>(undefined)
  const typed = useRef(form.values)
  typed.current = form.values
  const accountNo = accountNumber(form.values.accountNo)
  const known = validated?.accountNo === accountNo ? validated : undefined

  async function lookUp(): Promise<ValidatedAccount> {
    if (lastLookup.current?.accountNo !== accountNo) {
      const answer = call('ChildAccountValidation', { accountNo })
      answer.catch(() => {
        lastLookup.current = undefined
      })
      lastLookup.current = { accountNo, answer }
    }
    const answer = await lastLookup.current.answer
    setValidated(answer)
    return answer
  }
  function leaveNumber() {
    form.leave('accountNo')
    // A failed lookup is reported when the user adds the account.
    if (!form.problem('accountNo')) lookUp().catch(() => undefined)
  }
  async function add() {
    const { errorType } = await lookUp()
    if (errorType) return document.getElementById('accountNo')?.focus()
    const { referenceId } = form.values
    keeper.change({ accounts: withTyped(keeper.read().content.accounts, { accountNo, referenceId: referenceId.trim() }) })
    // If the user typed another number during the call, the fields keep it.
    if (accountNumber(typed.current.accountNo) === accountNo) form.reset(emptyTypedAccount)
    document.getElementById('accountNo')?.focus()
  }

  return (
    <>
      <FormRefusal form={form} />
      <Form onSubmit={() => void form.submit(add)} isBusy={form.isBusy}>
        <div className={styles.add}>
          <TextField
            {...form.field('accountNo')}
            onBlur={leaveNumber}
            label={t('column.accountNo')}
            hint={known?.premisesAddress ?? t('typed.hint')}
            error={form.error('accountNo') ?? (known?.errorType ? accountError(known.errorType, language) : undefined)}
            inputMode="numeric"
            autoComplete="off"
            isTabular
          />
          <TextField
            {...form.field('referenceId')}
            label={t('column.referenceId')}
            hint={t('typed.referenceHint')}
            autoComplete="off"
            isOptional
          />
          <div className={styles.addAct}>
            <Button type="submit" isLoading={form.isBusy}>
              {t('typed.add')}
            </Button>
          </div>
        </div>
      </Form>
      <TypedTable keeper={keeper} />
    </>
  )
}

function errorsOf({ accountNo, referenceId }: TypedAccount, own: ReadonlySet<string>, language: Language): FieldError[] {
  const errors: FieldError[] = []
  const number = check('accountNo', accountNo, language)
  if (number.error)
    errors.push({ field: 'accountNo', code: number.error.code, message: number.error.errorMessage, params: number.error.params })
  else if (own.has(number.value))
    errors.push({ field: 'accountNo', code: 'accountRepeated', message: sentence('accountRepeated', language), params: {} })
  const { error } = referenceId.trim() ? check('referenceId', referenceId, language) : {}
  if (error) errors.push({ field: 'referenceId', code: error.code, message: error.errorMessage, params: error.params })
  return errors
}

const keyOf = ({ accountNo }: ApplicationAccount) => accountNo

/** The typed accounts, each with a button to remove it. */
function TypedTable({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTranslation('registration')
  const offerUndo = useUndoInDraft()
  const { accounts } = useKeeper(keeper).content
  const typed = useMemo(() => accounts.filter(isFromSource('manual')), [accounts])
  const columns = useMemo<Column<ApplicationAccount>[]>(() => {
    const remove = (row: ApplicationAccount) => {
      const isRow = (account: ApplicationAccount) => account.source === 'manual' && account.accountNo === row.accountNo
      keeper.change({ accounts: without(keeper.read().content.accounts, isRow) })
      offerUndo(t('typed.removed', { account: row.accountNo }), () =>
        keeper.change({ accounts: withTypedAgain(keeper.read().content.accounts, row) }),
      )
    }
    return [
      { id: 'accountNo', header: t('column.accountNo'), width: 13, priority: 'title', cell: (row) => row.accountNo },
      { id: 'referenceId', header: t('column.referenceId'), minWidth: 10, cell: (row) => row.referenceId },
      {
        id: 'remove',
        header: t('act.remove'),
        width: 7.5,
        priority: 'status',
        cell: (row) => (
          <Button size="small" mode="ghost" icon={<X />} label={t('typed.remove', { account: row.accountNo })} onPress={() => remove(row)}>
            {t('act.remove')}
          </Button>
        ),
      },
    ]
  }, [t, keeper, offerUndo])
  if (typed.length === 0) return null
  return (
    <DataTable
      caption={t('typed.caption', { count: typed.length })}
      columns={columns}
      rows={typed}
      rowKey={keyOf}
      rowLabel={keyOf}
      empty={{ title: t('typed.none') }}
    />
  )
}
