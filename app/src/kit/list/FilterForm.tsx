/** A form with all filters of a list, which are applied together. Until then their values stay texts. */
import { useState } from 'react'
import { checkDateRange } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { Form } from '~/ui/form/Form'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { splitList } from './address'
import type { Context } from './context'
import type { List, ListParams } from './declare'
import { FilterControl, filterFieldId, type Texts } from './FilterControl'
import type { Filter } from './filters'
import type { ChangeOf } from './useChangeSearch'

export interface FilterFormProps {
  listed: { list: Pick<List, 'filters'>; params: ListParams; changeParams: ChangeOf<ListParams> }
  context: Context<never>
  onDone: () => void
}

export function FilterForm({ listed: { list, params, changeParams }, context, onDone }: FilterFormProps) {
  const { t } = useTranslation('list')
  const language = useLanguage()
  const filters = Object.entries(list.filters).filter(([, { kind }]) => kind !== 'text')
  const [texts, setTexts] = useState<Texts>(() =>
    Object.fromEntries(filters.map(([param, { kind }]) => [param, initialText(kind, params[param])])),
  )
  const [submitted, setSubmitted] = useState(false)
  const fieldRefusals = Object.fromEntries(filters.map(([param, filter]) => [param, filter.refusal?.(texts[param] ?? '', language)]))
  const { from, to } = texts
  const isWindow = list.filters.from?.kind === 'from' && !fieldRefusals.from && !fieldRefusals.to
  const reversed = isWindow && from && to ? checkDateRange(from, to, language)?.fields[0]?.message : undefined
  const refusals: Record<string, string | undefined> = reversed ? { ...fieldRefusals, to: reversed } : fieldRefusals
  const errors = Object.entries(refusals).flatMap(([param, message]) => (message ? [{ id: filterFieldId(param), message }] : []))

  function apply() {
    setSubmitted(true)
    if (errors.length > 0) return
    changeParams(Object.fromEntries(filters.map(([param, filter]) => [param, filter.read(texts[param])])))
    onDone()
  }

  return (
    <Form onSubmit={apply} errors={submitted ? errors : []} errorTitle={t('common:problem.summary')}>
      <Stack gap={4}>
        {filters.map(([param, filter]) => (
          <FilterControl
            key={param}
            param={param}
            filter={filter}
            filters={list.filters}
            texts={texts}
            refusals={submitted ? refusals : {}}
            onChange={(change) => setTexts((before) => ({ ...before, ...change }))}
            context={context}
          />
        ))}
        <Stack direction="along" gap={2}>
          <Button type="submit" mode="primary">
            {t('apply')}
          </Button>
          <Button mode="ghost" onPress={onDone}>
            {t('common:ui.cancel')}
          </Button>
        </Stack>
      </Stack>
    </Form>
  )
}

/** Returns the initial text of a control. */
const initialText = (kind: Filter<never>['kind'], value: ListParams[string] = '') =>
  kind === 'numbers' ? splitList(String(value)).join(', ') : String(value)
