/** Paying a bill from a banking app: the numbers of JomPAY and the DuitNow QR, or the reason why the bill has neither. */
import type { BankingApp as BankingAppShown } from '~/core/core'
import { CopyButton } from '~/ui/button/CopyButton'
import { Description } from '~/ui/text/Description'
import { useTranslation } from '~/words/useTranslation'
import styles from './BankingApp.module.css'
import { QrPicture } from './QrPicture'

export function BankingApp({ bankingApp: { jomPay, duitNow, refused } }: { bankingApp: BankingAppShown }) {
  const { t } = useTranslation('bills')
  if (refused !== null) return <p>{refused}</p>
  const number = (id: 'billerCode' | 'ref1' | 'ref2', value: string) => ({
    id,
    label: t(`bankingApp.${id}`),
    value: (
      <span className={styles.number}>
        {value}
        <CopyButton mode="ghost" size="small" text={value} label={t('bankingApp.copyNumber', { name: t(`bankingApp.${id}`) })} />
      </span>
    ),
  })
  return (
    <div className={styles.bankingApp}>
      {duitNow?.qr && (
        <div className={styles.qr}>
          <QrPicture qr={duitNow.qr} label={t('bankingApp.qr')} />
          <p>{t('bankingApp.scan')}</p>
        </div>
      )}
      {jomPay && (
        <>
          <p>{t('bankingApp.type')}</p>
          <Description items={[number('billerCode', jomPay.billerCode), number('ref1', jomPay.ref1), number('ref2', jomPay.ref2)]} />
        </>
      )}
      <p className={styles.note}>{t('bankingApp.note')}</p>
    </div>
  )
}
