/** The numbers of the transfers or cheques, each with its share of the total. */
import { Plus, Trash2 } from 'lucide-react'
import { amountShown, compareAmounts, type Money, numberShown, type PaymentMethod, sentence } from '~/core/core'
import { useFocusAdded } from '~/kit/form/useFocusAdded'
import { type DraftReference, emptyReference, fillLastAmount, remainder } from '~/kit/paying/draft'
import styles from '~/kit/paying/Pay.module.css'
import { useUndoOfChoice } from '~/kit/paying/undo'
import { Button } from '~/ui/button/Button'
import { AmountField } from '~/ui/form/AmountField'
import { fieldStyles, ProblemText } from '~/ui/form/Field'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  method: PaymentMethod
  references: readonly DraftReference[]
  total: Money
  mostOfOne: Money | null
  mostReferences: number
  onChange: (references: DraftReference[]) => void
  /** Restores a removed number into the current list: the others may have changed, and the form may have been left. */
  onPutBack: (place: number, reference: DraftReference) => void
  errorAt: (id: string) => string | undefined
}

export function ReferenceFields({ method, references, total, mostOfOne, mostReferences, onChange, onPutBack, errorAt }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const offerUndo = useUndoOfChoice()
  const kind = method === 'CHEQUE' ? 'cheque' : 'eft'
  const isFull = references.length >= mostReferences
  const problem = errorAt('referenceNumbers')

  const focusAdded = useFocusAdded()

  const set = (place: number, change: Partial<DraftReference>) =>
    onChange(references.map((reference, at) => (at === place ? { ...reference, ...change } : reference)))
  function add() {
    // The new number takes the rest of the total. The amounts above it no longer adjust automatically.
    const before = references.map((reference) => ({ ...reference, isOwnAmount: true }))
    focusAdded(`referenceNumbers.${references.length}.number`)
    onChange(fillLastAmount([...before, emptyReference], total, mostOfOne, language))
  }

  function remove(place: number) {
    onChange(references.filter((_, at) => at !== place))
    const gone = references[place]
    // Removing a blank number offers no undo.
    if (!gone?.number.trim()) return
    offerUndo(t(`references.${kind}.removed`, { place: place + 1 }), () => onPutBack(place, gone))
  }

  return (
    <fieldset id="referenceNumbers" className={styles.references}>
      <legend className={styles.legend}>{t(`references.${kind}.legend`)}</legend>
      <p className={styles.small}>{t(`references.${kind}.hint`, { count: mostReferences, shown: numberShown(mostReferences) })}</p>
      {references.map((reference, place) => (
        <div key={place} className={styles.reference}>
          <TextField
            id={`referenceNumbers.${place}.number`}
            label={t(`references.${kind}.number`, { place: place + 1 })}
            value={reference.number}
            onChange={(number) => set(place, { number })}
            error={errorAt(`referenceNumbers.${place}.number`)}
            inputMode={kind === 'cheque' ? 'numeric' : 'text'}
            autoComplete="off"
            isRequired
            isTabular
          />
          <AmountField
            id={`referenceNumbers.${place}.amount`}
            label={t('references.amount', { place: place + 1 })}
            currency="RM"
            value={reference.amount}
            onChange={(amount) => set(place, { amount, isOwnAmount: true })}
            error={errorAt(`referenceNumbers.${place}.amount`)}
            isRequired
          />
          {references.length > 1 && (
            <span className={styles.removes}>
              <Button
                mode="ghost"
                icon={<Trash2 />}
                label={t(`references.${kind}.remove`, { place: place + 1 })}
                onPress={() => remove(place)}
              />
            </span>
          )}
        </div>
      ))}
      <div className={styles.left}>
        <Button
          icon={<Plus />}
          onPress={add}
          isDisabled={isFull}
          {...(isFull && { why: sentence('referencesTooMany', language, { limit: mostReferences }) })}
        >
          {t(`references.${kind}.add`)}
        </Button>
        <Remaining total={total} references={references} />
      </div>
      {problem && (
        <div className={fieldStyles.problem}>
          <ProblemText>{problem}</ProblemText>
        </div>
      )}
    </fieldset>
  )
}

function Remaining({ total, references }: { total: Money; references: readonly DraftReference[] }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const left = remainder(total, references, language)
  if (left === undefined) return null
  const side = compareAmounts(left, '0.00')
  const word = side === 0 ? 'references.complete' : side > 0 ? 'references.left' : 'references.over'
  return (
    <p role="status" className={styles.remaining} data-tone={side === 0 ? 'good' : 'warning'}>
      {t(word, { amount: amountShown(side < 0 ? left.replace('-', '') : left) })}
    </p>
  )
}
