/** The button that opens the form to ask the utility about a bill. */
import { MessageCircleQuestion } from 'lucide-react'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import { useAsk } from './useAsk'

export function AskButton({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('bills')
  const { ask, whyNot } = useAsk(invoiceNo)
  return (
    <Button icon={<MessageCircleQuestion />} onPress={() => ask()} isDisabled={whyNot !== undefined} why={whyNot}>
      {t('ask.bill')}
    </Button>
  )
}

/** Asks about a finding. Its kind and its sentence are suggested. */
export function AskAboutFinding({ invoiceNo, findingId }: { invoiceNo: string; findingId: string }) {
  const { t } = useTranslation('bills')
  const { ask, whyNot } = useAsk(invoiceNo)
  return (
    <Button size="small" onPress={() => ask({ finding: findingId })} isDisabled={whyNot !== undefined} why={whyNot}>
      {t('ask.utility')}
    </Button>
  )
}

/** Asks for the rejection of the bill's e-invoice. */
export function AskForRejection({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('bills')
  const { ask, whyNot } = useAsk(invoiceNo)
  return (
    <Button size="small" onPress={() => ask({ kind: 'eInvoice' })} isDisabled={whyNot !== undefined} why={whyNot}>
      {t('ask.rejection')}
    </Button>
  )
}
