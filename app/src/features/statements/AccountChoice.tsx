/** Field to choose one of the customer's accounts, by a part of its number, reference ID, address or group. */
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '~/kit/call/api'
import { callQuery, useLookup } from '~/kit/call/read'
import { useBulkId } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { useTranslation } from '~/words/useTranslation'

const SearchSelect = deferComponent(async () => (await import('~/ui/form/SearchSelect')).SearchSelect)

/** Accounts listed at a time. */
const MAX_OPTIONS = 20
/** Milliseconds without typing before the search starts. */
const SEARCH_DELAY = 250

interface Props {
  value: string | null
  onChange: (accountNo: string | null) => void
  error: string | undefined
}

export function AccountChoice({ value, onChange, error }: Props) {
  const { t } = useTranslation('statements')
  const bulkId = useBulkId()
  const [typed, setTyped] = useState(value ?? '')
  const [searched, setSearched] = useState(value ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = searched.trim()
  const {
    found,
    error: failure,
    isLoading,
  } = useLookup(callQuery('GetAccounts', { id: bulkId, recordCount: MAX_OPTIONS, ...(search && { filter: { search } }) }), true)
  const options = (found?.items ?? []).map(({ accountNo, referenceId, premisesAddress }) => ({
    id: accountNo,
    label: accountNo,
    description: [referenceId, premisesAddress].filter(Boolean).join(' · '),
  }))
  // Results of the previous search stay only if they match the typed text, because Enter chooses the highlighted result.
  const matches = ({ label, description }: (typeof options)[number]) =>
    `${label} ${description}`.toLowerCase().includes(typed.trim().toLowerCase())

  const refusal = failure ? messageOf(failure) : undefined
  const isSearching = isLoading || searched !== typed

  useEffect(() => () => clearTimeout(timer.current), [])

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSearched(text), SEARCH_DELAY)
  }

  return (
    <SearchSelect
      id="caNo"
      label={t('request.account')}
      hint={t('request.accountHint')}
      options={searched === typed ? options : options.filter(matches)}
      value={value}
      valueText={value ?? undefined}
      onChange={onChange}
      onSearch={type}
      isSearching={isSearching}
      // Without a response the list is empty, which does not mean that there is no match.
      whyEmpty={isSearching ? t('list:searching') : refusal}
      error={error ?? refusal}
      isRequired
    />
  )
}
