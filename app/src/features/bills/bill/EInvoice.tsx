/** The e-invoice of a bill: its state, the time left to ask for rejection, and its link with a QR code. */
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { type EInvoiceShown, instantShown } from '~/core/core'
import { link } from '~/core/links'
import { useNow } from '~/kit/session/useNow'
import { CopyButton } from '~/ui/button/CopyButton'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './EInvoice.module.css'
import { QrPicture } from './QrPicture'
import { rejectionNote } from './rejectionNote'

interface Props {
  eInvoice: EInvoiceShown
  /** The button that asks for rejection, shown while that is possible. */
  ask: ReactNode
}

export function EInvoice({ eInvoice, ask }: Props) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const now = useNow()
  const { uuid, word, tone, meaning, validatedAt, cancelledAt, rejectionEndsAt, link: address, qr, replacedBy } = eInvoice
  const rejection = rejectionEndsAt === null ? undefined : rejectionNote(rejectionEndsAt, now, language)
  return (
    <div className={styles.eInvoice}>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      <p>{meaning}</p>
      <Description
        items={[
          { id: 'number', label: t('eInvoice.number'), value: uuid },
          ...(validatedAt === null
            ? []
            : [{ id: 'validated', label: t('eInvoice.validated'), value: instantShown(validatedAt, language) }]),
          ...(rejection === undefined
            ? []
            : [
                {
                  id: 'rejection',
                  label: t('eInvoice.rejection'),
                  value:
                    rejection.left === undefined
                      ? t('eInvoice.rejectionEnded', { when: rejection.ends })
                      : t('eInvoice.rejectionOpen', { when: rejection.ends, left: rejection.left }),
                },
              ]),
          ...(cancelledAt === null
            ? []
            : [{ id: 'cancelled', label: t('eInvoice.cancelled'), value: instantShown(cancelledAt, language) }]),
          ...(replacedBy === null
            ? []
            : [
                {
                  id: 'replacedBy',
                  label: t('eInvoice.replacedBy'),
                  value: <Link href={link('bill', { invoiceNo: replacedBy })}>{replacedBy}</Link>,
                },
              ]),
        ]}
      />
      {rejection?.left !== undefined && ask}
      {address !== null && (
        <div className={styles.link}>
          {qr && <QrPicture qr={qr} label={t('eInvoice.qr')} />}
          <div className={styles.actions}>
            <LinkButton href={address} opensNewTab icon={<ExternalLink />}>
              {t('eInvoice.open')}
            </LinkButton>
            <CopyButton text={address}>{t('eInvoice.copy')}</CopyButton>
          </div>
        </div>
      )}
    </div>
  )
}
