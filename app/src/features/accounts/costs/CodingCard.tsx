/** The cost centres of an account, on its page: today's, earlier and later ones, or the default of its group. */
import { useState } from 'react'
import { type AccountCoding, type CodingPart, dayShown, type Language, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import editor from '~/ui/form/Editor.module.css'
import { Card } from '~/ui/layout/Card'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Coding.module.css'
import { shareShown } from './share'

const EditCoding = deferComponent(async () => (await import('./EditCoding')).EditCoding)

export function CodingCard({ bulkId, accountNo }: { bulkId: string; accountNo: string }) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const coding = useRead('GetAccountCoding', { id: bulkId, accountNo })
  const mayUpdate = useMay('account', 'update')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={<Link href={link('costCentres')}>{t('title')}</Link>}
      actions={
        <Button
          size="small"
          onPress={() => setOpen(true)}
          isDisabled={!mayUpdate}
          why={mayUpdate ? undefined : sentence('forbidden', language)}
        >
          {t('coding.action')}
        </Button>
      }
    >
      <Periods coding={coding} />
      {isOpen && mayUpdate && <EditCoding bulkId={bulkId} coding={coding} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Periods({ coding: { periods, groupDefault, costCentres } }: { coding: AccountCoding }) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const nameOf = (code: string) => costCentres.find((centre) => centre.code === code)?.name ?? ''
  return (
    <>
      {periods.length > 0 && (
        <ul className={styles.list}>
          {periods.map(({ from, until, parts }) => (
            <li key={from}>
              <p className={styles.days}>{daysShown(from, until ?? null, language, t('period.open'))}</p>
              <PartsShown parts={parts} nameOf={nameOf} />
            </li>
          ))}
        </ul>
      )}
      {groupDefault ? (
        <>
          <p className={styles.days}>{t('coding.groupDefault', { group: groupDefault.groupName })}</p>
          <PartsShown parts={groupDefault.parts} nameOf={nameOf} />
        </>
      ) : (
        periods.length === 0 && <p className={editor.muted}>{t('coding.none')}</p>
      )}
    </>
  )
}

const daysShown = (from: string, until: string | null, language: Language, open: string) =>
  `${dayShown(from, language)} – ${until === null ? open : dayShown(until, language)}`

function PartsShown({ parts, nameOf }: { parts: readonly CodingPart[]; nameOf: (code: string) => string }) {
  return parts.map(({ code, share, ledgerAccount }) => (
    <p key={code}>
      {shareShown(share)} {code} {nameOf(code)} ({ledgerAccount})
    </p>
  ))
}
