/** Edits many accounts at once: a reference ID for each, and one group for all. */
import { type ClipboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Account, type AccountUpdate, type Language, numberShown } from '~/core/core'
import { FrozenNotice, useFrozen } from '~/kit/announcements/frozen'
import { call } from '~/kit/call/api'
import { useAction } from '~/kit/call/write'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { useUndo } from '~/kit/form/useUndo'
import { CellField } from '~/kit/upload/CellField'
import { Button } from '~/ui/button/Button'
import { Form, FormActions } from '~/ui/form/Form'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { useStickyBottom } from '~/ui/table/useStickyBottom'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { type Translate, useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { GroupSelect } from '../groups/GroupSelect'
import { noGroup } from '../groups/noGroup'
import { ListRefusal } from '../ListRefusal'
import { referenceRefusal } from '../referenceRefusal'
import { oppositeOf } from './accountChange'
import styles from './BulkEdit.module.css'
import { sendRemaining } from './sendRemaining'

interface Props {
  source: AccountListSource
  accounts: readonly Account[]
  onCancel: () => void
  onDone: () => void
}

const keyOf = ({ accountNo }: Account) => accountNo

export function BulkEdit({ source, accounts, onCancel, onDone }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const [sent, setSent] = useState<readonly string[]>([])
  const [done] = useState(() => new Map<string, string>())
  const update = useAction((changes: readonly AccountUpdate[]) =>
    sendRemaining(changes, done, (data) => {
      setSent(data.map(({ accountNo }) => accountNo))
      return call('UpdateMultipleAccounts', { id: source.bulkId, data })
    }),
  )
  const frozen = useFrozen('UpdateMultipleAccounts')
  const offerUndo = useUndo()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [groupId, setGroupId] = useState<string | null>(null)
  const count = accounts.length
  const isSaved = useRef(false)
  const title = useRef<HTMLHeadingElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  useStickyBottom(actions)
  // The form replaces a list that may have been scrolled far down, so it is scrolled into view and takes the focus.
  useEffect(() => {
    title.current?.focus()
    title.current?.scrollIntoView({ block: 'center' })
  }, [])

  const columns = useMemo(
    () =>
      editColumns(t, language, {
        typed,
        onType: (accountNo, reference) => setTyped((before) => new Map([...before, [accountNo, reference]])),
        onPaste: (accountNo, event: ClipboardEvent) => {
          const lines = event.clipboardData
            .getData('text')
            .replace(/\r?\n$/, '')
            .split(/\r?\n/)
          if (lines.length < 2) return
          event.preventDefault()
          ;(event.target as HTMLElement).blur()
          const from = accounts.findIndex((account) => account.accountNo === accountNo)
          const below = accounts.slice(from, from + lines.length)
          setTyped(
            (before) =>
              new Map([...before, ...below.map((account, place): [string, string] => [account.accountNo, (lines[place] ?? '').trim()])]),
          )
        },
      }),
    [t, language, typed, accounts],
  )
  const changed = accounts.filter(({ accountNo, referenceId }) => typed.has(accountNo) && typed.get(accountNo) !== (referenceId ?? ''))
  const wrong = changed.filter(({ accountNo }) => referenceRefusal(typed.get(accountNo) ?? '', language)).length
  const isChanged = changed.length > 0 || groupId !== null
  const isUnsaved = useCallback(() => isChanged && !isSaved.current, [isChanged])

  function save() {
    const references = new Map(changed.map(({ accountNo }) => [accountNo, typed.get(accountNo) ?? '']))
    const data = accounts
      .filter(({ accountNo }) => groupId !== null || references.has(accountNo))
      .map(({ accountNo }) => {
        const referenceId = references.get(accountNo)
        return {
          accountNo,
          ...(referenceId !== undefined && { referenceId }),
          ...(groupId !== null && { groupId: groupId === noGroup ? '' : groupId }),
        }
      })
    update.mutate(data, {
      onSuccess: () => {
        isSaved.current = true
        offerUndo(
          t('bulk.done', { count: data.length, shown: numberShown(data.length) }),
          () =>
            sendRemaining(oppositeOf(data, accounts), new Map(), (part) =>
              call('UpdateMultipleAccounts', { id: source.bulkId, data: part }),
            ),
          changed.length > 0 ? t('edit.referenceLater') : undefined,
        )
        onDone()
      },
    })
  }
  const whyNot =
    frozen ?? (!isChanged ? t('bulk.nothing') : wrong > 0 ? t('bulk.wrong', { count: wrong, shown: numberShown(wrong) }) : undefined)

  return (
    <Form onSubmit={() => whyNot === undefined && save()} isBusy={update.isPending}>
      <LeaveGuard isUnsaved={isUnsaved} />
      <div>
        <h2 ref={title} tabIndex={-1} className={styles.title}>
          {t('bulk.title', { count, shown: numberShown(count) })}
        </h2>
        <p className={styles.lead}>{t('bulk.lead')}</p>
      </div>
      <div className={styles.group}>
        <GroupSelect
          id={source.bulkId}
          label={t('bulk.group')}
          hint={t('bulk.groupHint')}
          placeholder={t('bulk.leave')}
          value={groupId}
          onChange={setGroupId}
          hasNone
        />
      </div>
      <FrozenNotice why={frozen} />
      {update.isError && <ListRefusal error={update.error} numbers={sent} />}
      <DataTable
        caption={t('list.count', { count, shown: numberShown(count) })}
        columns={columns}
        rows={accounts}
        rowKey={keyOf}
        rowLabel={keyOf}
        hasFields
        empty={{ title: t('empty.title') }}
      />
      <div ref={actions} className={styles.actions}>
        <FormActions>
          <Button type="submit" mode="primary" isLoading={update.isPending} isDisabled={whyNot !== undefined} why={whyNot}>
            {t('edit.submit')}
          </Button>
          <Button onPress={onCancel} isDisabled={update.isPending}>
            {t('cancel')}
          </Button>
        </FormActions>
      </div>
    </Form>
  )
}

interface Acts {
  typed: ReadonlyMap<string, string>
  onType: (accountNo: string, reference: string) => void
  /** Pastes lines of a spreadsheet, for this account and the accounts below it. */
  onPaste: (accountNo: string, event: ClipboardEvent) => void
}

function editColumns(t: Translate<'accounts'>, language: Language, { typed, onType, onPaste }: Acts): Column<Account>[] {
  const referenceOf = ({ accountNo, referenceId }: Account) => typed.get(accountNo) ?? referenceId ?? ''
  return [
    {
      id: 'accountNo',
      header: t('columns.account'),
      priority: 'title',
      isRowHeader: true,
      minWidth: 12,
      cell: ({ accountNo, premisesAddress }) => <TwoLines first={accountNo} second={premisesAddress} />,
    },
    {
      id: 'group',
      header: t('bulk.groupNow'),
      minWidth: 9,
      cell: ({ groupName }) => groupName,
    },
    {
      id: 'referenceId',
      header: t('columns.reference'),
      width: 15,
      cell: (account) => {
        const refusal = referenceRefusal(referenceOf(account), language)
        return (
          <div onPasteCapture={(event) => onPaste(account.accountNo, event)}>
            <CellField
              label={t('bulk.referenceOf', { account: account.accountNo })}
              value={referenceOf(account)}
              describedBy={`reference-${account.accountNo}`}
              isWrong={refusal !== undefined}
              onCommit={(reference) => onType(account.accountNo, reference)}
            />
            <span id={`reference-${account.accountNo}`} className={styles.reason}>
              {refusal?.errorMessage}
            </span>
          </div>
        )
      },
    },
  ]
}
