/**
 * The command menu: finds recent records, actions and screens by name, and accounts, bills, payments and companies by a text or
 * number that core recognises.
 */
import { useRouter } from '@tanstack/react-router'
import { ArrowLeftRight, Building2, ClipboardCheck, FileText, Folder, PanelTop, ReceiptText, Zap } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { recognise } from '~/core/core'
import { link } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { composedQuery, useLookup } from '~/kit/call/read'
import { listRecent, type RecordKind } from '~/kit/session/recent'
import { isStaffRole, useProfile } from '~/kit/session/useProfile'
import { useDelayed } from '~/ui/feedback/useDelayed'
import { CommandList } from '~/ui/overlay/CommandList'
import { Modal } from '~/ui/overlay/Modal'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { placeOf, sectionsFor } from '../menu/sections'
import { useTabName } from '../menu/useTabName'
import { useHelpItems } from '../useHelpItems'
import { find, matches } from './find'
import { type FoundRecord, type FoundRecordKind, lookups } from './lookups'
import { screensFor } from './screens'
import { helpSynonyms, screenSynonyms } from './synonyms'
import { useActions } from './useActions'

const kinds: Record<FoundRecordKind, ReactNode> = {
  bulkAccounts: <Building2 aria-hidden="true" />,
  accounts: <Zap aria-hidden="true" />,
  bills: <ReceiptText aria-hidden="true" />,
  payments: <ArrowLeftRight aria-hidden="true" />,
}
const kindNames = Object.keys(kinds) as FoundRecordKind[]
const recordIcons: Record<RecordKind, ReactNode> = {
  bill: kinds.bills,
  payment: kinds.payments,
  proposal: <ClipboardCheck aria-hidden="true" />,
  account: kinds.accounts,
  bulkAccount: kinds.bulkAccounts,
  group: <Folder aria-hidden="true" />,
  statement: <FileText aria-hidden="true" />,
}

export function CommandMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('commands')
  const router = useRouter()
  const [text, setText] = useState('')
  const screens = useScreens(text)
  const actions = find(text, useActions())
  const help = useHelp(text)
  const recent = useRecent(text)
  const { found, note } = useFoundRecords(
    text.trim(),
    screens.length + actions.length + help.length,
    recent.map(({ href }) => href),
  )
  const isFound = new Set(found.map(({ href }) => href))
  const opened = recent.filter(({ href }) => !isFound.has(href))
  const groups = [
    ...kindNames.map((kind) => ({
      id: kind,
      label: t(`kinds.${kind}`),
      items: found
        .filter((one) => one.kind === kind)
        .map(({ label, description, href }) => ({ id: href, label, description, icon: kinds[kind] })),
    })),
    { id: 'recent', label: t('recent.title'), items: opened },
    // What is found by its name comes before what is found by another word.
    ...[
      { id: 'actions', label: t('actions.title'), items: actions },
      { id: 'screens', label: t('screens.title'), items: screens },
      { id: 'help', label: t('help'), items: help },
    ].sort((one, other) => Number(isNamed(other.items[0])) - Number(isNamed(one.items[0]))),
  ]
  function isNamed(item: { label: string } | undefined) {
    return item !== undefined && matches(text, item.label)
  }
  function act(id: string) {
    onClose()
    const action = actions.find((one) => one.id === id)
    if (action) return action.act()
    const item = help.find((one) => one.id === id)
    if (item?.onAction) return item.onAction()
    const href = item?.href ?? opened.find((one) => one.id === id)?.href ?? id
    if (href.startsWith('tel:')) location.assign(href)
    else void router.navigate({ href })
  }
  return (
    <Modal isOpen onClose={onClose} title={t('title')} size="large">
      <CommandList
        label={t('label')}
        placeholder={t('placeholder')}
        text={text}
        onTextChange={setText}
        groups={groups.filter(({ items }) => items.length > 0)}
        onAction={act}
        note={note}
      />
    </Modal>
  )
}

/** Returns the screens that match, each with its place in the menu. */
function useScreens(text: string) {
  const { t } = useTranslation(['commands', 'shell'])
  const profile = useProfile()
  const sections = sectionsFor(profile)
  const tabName = useTabName()
  const all = screensFor(profile).map((screen) => {
    const place = placeOf(screen, sections)
    const description =
      place && place.section.tabs.length > 1 ? `${t(`shell:menu.sections.${place.section.id}`)} › ${tabName(place.tab)}` : undefined
    return {
      id: link(screen),
      label: t(`screens.${screen}`),
      description,
      others: [screenSynonyms[screen], description].filter(Boolean).join(' '),
      icon: <PanelTop aria-hidden="true" />,
    }
  })
  return find(text, all)
}

/** Returns the items of the help menu that match. */
function useHelp(text: string) {
  const { t } = useTranslation('commands')
  const all = useHelpItems().map((item) => ({ ...item, others: `${t('help')} help bantuan ${helpSynonyms[item.id] ?? ''}` }))
  return find(text, all)
}

/** Returns the recent records. They do not change while the menu is open. */
function useRecent(text: string) {
  const { t } = useTranslation('commands')
  const { email, viewedBy } = useProfile()
  const [records] = useState(() => (viewedBy === null ? listRecent(email) : []))
  return records
    .map(({ kind, href, label, description }, place) => ({
      // Two statements of an account have the same address, so it cannot be the ID.
      id: `recent ${place}`,
      href,
      label,
      description: [t(`recent.${kind}`), description].filter(Boolean).join(' · '),
      icon: recordIcons[kind],
    }))
    .filter(({ label, description }) => matches(text, `${label} ${description}`))
}

/**
 * Searches for the text once typing pauses. Returns the records and a note about the search. `others` is the number of matching screens
 * and actions, and `recent` the addresses of matching recent records.
 */
function useFoundRecords(
  text: string,
  others: number,
  recent: readonly string[],
): { found: readonly FoundRecord[]; note: string | undefined } {
  const { t } = useTranslation('commands')
  const language = useLanguage()
  const profile = useProfile()
  const settled = useSettledText(text)
  const activeLookups = lookups(settled, profile, language)
  const isStaff = isStaffRole(profile.role)
  const { found, error, isLoading } = useLookup(
    composedQuery(isStaff ? 'GetBulkAccountsTable' : 'GetAccounts', ['commands', settled, profile.bulkId, language], async (signal) =>
      (await Promise.all(activeLookups.map(({ ask }) => ask(signal)))).flat(),
    ),
    activeLookups.length > 0,
  )
  const isSlow = useDelayed(isLoading || text !== settled)
  // Results for a previous text are not shown under the current text.
  const records = text === settled ? (found ?? []) : []
  return { found: records, note: note() }

  function note(): string | undefined {
    if (text === '') return t('hint')
    if (isSlow) return t('searching')
    if (text !== settled || isLoading) return undefined
    const refusal = recognise(text, language).error
    if (others + recent.length === 0 && refusal) return refusal.errorMessage
    if (error) return messageOf(error)
    const found = new Set(records.map(({ href }) => href))
    const count = others + records.length + recent.filter((href) => !found.has(href)).length
    return count === 0 ? t('nothing', { text }) : t('count', { count })
  }
}

/** Returns the text once typing pauses for 250 ms. */
function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const rest = setTimeout(() => setSettled(text), 250)
    return () => clearTimeout(rest)
  }, [text])
  return settled
}
