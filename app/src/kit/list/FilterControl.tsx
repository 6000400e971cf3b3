/** The control of one filter in the filter panel. */
import { Checkbox } from '~/ui/form/Checkbox'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { SearchSelect } from '~/ui/form/SearchSelect'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { DateField } from '../form/DateField'
import { joinList, splitList } from './address'
import type { Context } from './context'
import { DayPresets } from './DayPresets'
import type { ChoiceFilter, Filter, PickedFilter, SeveralFilter, YesNoFilter } from './filters'
import styles from './List.module.css'

/** Returns the id of a filter's field, to which the error summary links. */
export const filterFieldId = (param: string) => `filter-${param}`

/** The typed or chosen values, as they would appear in the address. */
export type Texts = Readonly<Record<string, string>>

interface Props<One> {
  param: string
  filter: One
  texts: Texts
  onChange: (change: Texts) => void
  context: Context<never>
}

type AnyChoice = ChoiceFilter<never, string, unknown>

interface AnyProps extends Props<Filter<never>> {
  filters: Record<string, Filter<never>>
  refusals: Partial<Record<string, string | undefined>>
}

export function FilterControl({ filter, filters, refusals, ...given }: AnyProps) {
  const { param, texts, onChange, context } = given
  const typed = (name: string) => ({
    id: filterFieldId(name),
    value: texts[name] ?? '',
    onChange: (value: string) => onChange({ [name]: value }),
    error: refusals[name],
  })
  switch (filter.kind) {
    case 'choice':
      return <Choice filter={filter} {...given} />
    case 'yesNo':
      return <YesNo filter={filter} {...given} />
    case 'several':
      return <Several filter={filter} {...given} />
    case 'picked':
      return <Picked filter={filter} {...given} />
    case 'numbers':
      return <TextField label={context.t(filter.label)} hint={context.t(filter.hint)} inputMode="numeric" isTabular {...typed(param)} />
    case 'from': {
      const to = filters.to?.kind === 'to' ? filters.to : undefined
      return (
        <div className={styles.panel}>
          {to && (
            <DayPresets
              from={texts[param]}
              to={texts.to}
              endsToday
              onChoose={(days) => onChange({ [param]: days.from ?? '', to: days.to ?? '' })}
            />
          )}
          <div className={styles.window}>
            <DateField label={context.t(filter.label)} {...typed(param)} />
            {to && <DateField label={context.t(to.label)} {...typed('to')} />}
          </div>
        </div>
      )
    }
    default:
      return null
  }
}

/** The id of the option that sets no filter. */
const anyId = 'any'
/** Maximum options of a plain select. With more options, the user types to find one. */
const maxPlainOptions = 24

function Choice({ param, filter: { names, label, any: anyWords, option }, texts, onChange, context }: Props<AnyChoice>) {
  if (names.length > maxPlainOptions)
    return (
      <SearchSelect
        label={context.t(label)}
        placeholder={context.t(anyWords)}
        options={names.map((id) => ({ id, label: option(id, context) }))}
        value={texts[param] || null}
        onChange={(id) => onChange({ [param]: id ?? '' })}
      />
    )
  return (
    <Select
      label={context.t(label)}
      options={[{ id: anyId, label: context.t(anyWords) }, ...names.map((id) => ({ id, label: option(id, context) }))]}
      value={texts[param] || anyId}
      onChange={(id) => onChange({ [param]: id === anyId ? '' : id })}
    />
  )
}

const answers = ['', 'true', 'false'] as const
const eitherId = 'all'

function YesNo({ param, filter: { label, options, isOpen }, texts, onChange, context: { t } }: Props<YesNoFilter<never>>) {
  const given = {
    label: t(label),
    value: texts[param] || eitherId,
    onChange: (id: string) => onChange({ [param]: id === eitherId ? '' : id }),
  }
  const words = answers.map((answer, place) => ({ id: answer || eitherId, label: t(options[place] ?? '') }))
  return isOpen ? (
    <RadioGroup {...given} options={words.map(({ id, label }) => ({ id, title: label }))} isPlain />
  ) : (
    <Select {...given} options={words} />
  )
}

function Several({ param, filter: { label, names }, texts, onChange, context: { t } }: Props<SeveralFilter<never>>) {
  const chosen = splitList(texts[param])
  return (
    <fieldset className={styles.several}>
      <legend>{t(label)}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={name}
          isChecked={chosen.includes(name)}
          onChange={(isIn) => onChange({ [param]: joinList(isIn ? [...chosen, name] : chosen.filter((one) => one !== name)) ?? '' })}
        />
      ))}
    </fieldset>
  )
}

function Picked({ param, filter, texts, onChange, context: { t } }: Props<PickedFilter<never>>) {
  const { label, any, none, useOptions } = filter
  const found = useOptions()
  const options = none ? [{ id: none.flag, label: t(none.label) }, ...found] : found
  const isNone = none !== undefined && texts[none.flag] === 'true'
  return (
    <SearchSelect
      label={t(label)}
      placeholder={t(any)}
      options={options}
      value={isNone ? none.flag : (splitList(texts[param])[0] ?? null)}
      onChange={(id) =>
        onChange({
          [param]: id === none?.flag ? '' : (id ?? ''),
          ...(none && { [none.flag]: id === none.flag ? 'true' : '' }),
        })
      }
    />
  )
}
