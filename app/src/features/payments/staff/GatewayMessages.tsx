/** The messages exchanged with FPX about a payment. */

import { List } from '../../../kit/list/List'
import { useList } from '../../../kit/list/useList'
import { useTranslation } from '../../../words/useTranslation'
import styles from './Gateway.module.css'
import { messageList } from './messageList'

export function GatewayMessages({ merchantTranId }: { merchantTranId: string }) {
  const { t } = useTranslation('paymentsStaff')
  const messages = useList(messageList, { of: { merchantTranId } })
  return (
    <section>
      <h3 className={styles.title}>{t('messages.title')}</h3>
      <List list={messages} />
    </section>
  )
}
