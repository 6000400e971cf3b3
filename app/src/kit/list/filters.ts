/**
 * Filters of a list, as data. The key of a filter is its parameter in the address. A filter parses that parameter,
 * describes itself as chips, and returns the value for the request. Core declares the request field.
 */

import { type Checkable, check, dayShown, type Language, recognise } from '~/core/core'
import type { Option } from '~/ui/form/Options'
import type { Namespaces } from '~/words/store'
import { checked, joinList, oneOf, parseBoolean, parseDay, parseText, parseTrue, splitList } from './address'
import type { Context, Key } from './context'

/** A chip's label, and the value of the filter without the chip. */
export interface ChipOf<Value> {
  label: string
  rest?: Value | undefined
}

interface BaseFilter<Words extends Namespaces, Value, Asked> {
  read(raw: unknown): Value | undefined
  /** Returns no chips if the filter's control shows its value. */
  chips(value: Value, context: Context<Words>, options: readonly Option[]): ChipOf<Value>[]
  asks(value: Value): Asked
  /** Returns why core refuses the text typed into the filter's control. */
  refusal?(typed: string, language: Language): string | undefined
}

export interface TextFilter<Words extends Namespaces> extends BaseFilter<Words, string, string> {
  kind: 'text'
  label: Key<Words>
  hint: Key<Words>
}

export interface ChoiceFilter<Words extends Namespaces, Name extends string, Asked = Name> extends BaseFilter<Words, Name, Asked> {
  kind: 'choice'
  names: readonly Name[]
  label: Key<Words>
  /** Label of the option that sets no filter. */
  any: Key<Words>
  option(name: Name, context: Context<Words>): string
}

export interface YesNoFilter<Words extends Namespaces> extends BaseFilter<Words, boolean, boolean> {
  kind: 'yesNo'
  label: Key<Words>
  /** Labels of the options: either, yes, no. */
  options: readonly [Key<Words>, Key<Words>, Key<Words>]
  /** Shows radio buttons instead of a select. */
  isOpen?: boolean | undefined
}

export interface FlagFilter<Words extends Namespaces, Value extends boolean = true> extends BaseFilter<Words, Value, Value> {
  kind: 'flag'
}

export interface SeveralFilter<Words extends Namespaces> extends BaseFilter<Words, string, string[]> {
  kind: 'several'
  names: readonly string[]
  label: Key<Words>
}

export interface PickedFilter<Words extends Namespaces> extends BaseFilter<Words, string, string[]> {
  kind: 'picked'
  label: Key<Words>
  any: Key<Words>
  /** A hook that loads the options. */
  useOptions(): readonly Option[]
  /** An additional option, which sets this flag instead of a value. */
  none?: { flag: string; label: Key<Words> } | undefined
}

export interface NumbersFilter<Words extends Namespaces> extends BaseFilter<Words, string, string[]> {
  kind: 'numbers'
  label: Key<Words>
  hint: Key<Words>
}

export interface DayFilter<Words extends Namespaces> extends BaseFilter<Words, string, string> {
  kind: 'from' | 'to'
  label: Key<Words>
}

/** The views of a list. One is always open. */
export interface ViewFilter<Words extends Namespaces, Name extends string = string, Asked = boolean>
  extends BaseFilter<Words, Name, Asked> {
  kind: 'view'
  names: readonly Name[]
  label: Key<Words>
  option(name: Name, context: Context<Words>): string
  /** The list opens with `first`. A search switches to `whole`, which adds nothing to the request. */
  first: Name
  whole: Name
  /** Captions with the number of rows. */
  caption: Record<Name, Key<Words>>
  empty: Record<Name, { title: Key<Words>; body?: Key<Words> }>
}

export type Filter<Words extends Namespaces> =
  | TextFilter<Words>
  | ChoiceFilter<Words, string, unknown>
  | YesNoFilter<Words>
  | FlagFilter<Words>
  | FlagFilter<Words, boolean>
  | SeveralFilter<Words>
  | PickedFilter<Words>
  | NumbersFilter<Words>
  | DayFilter<Words>
  | ViewFilter<Words, string, unknown>

const unchanged = <Value>(value: Value): Value => value

type FilterOptions<Of, Omitted extends keyof Of, More = unknown> = Omit<Of, 'kind' | 'read' | 'chips' | 'refusal' | 'asks' | Omitted> & More

/** Returns a chip for each value. */
const chipsOfAll = (value: string, label: (one: string) => string): ChipOf<string>[] => {
  const all = splitList(value)
  return all.map((one) => ({ label: label(one), rest: joinList(all.filter((other) => other !== one)) }))
}

/** Text, or numbers that core recognises. Text that core refuses stays in the field with the reason, and is not sent. */
export const text = <Words extends Namespaces>({
  chip = (typed, { t }) => t('list:found' as Key<Words>, { text: typed }),
  ...given
}: FilterOptions<TextFilter<Words>, never, { chip?: ((typed: string, context: Context<Words>) => string) | null }>): TextFilter<Words> => ({
  kind: 'text',
  ...given,
  read: parseText,
  refusal: (typed, language) => recognise(typed, language).error?.errorMessage,
  chips: (typed, context) => (chip ? [{ label: chip(typed, context) }] : []),
  asks: unchanged,
})

type ChoiceGiven<Words extends Namespaces, Name extends string> = FilterOptions<
  ChoiceFilter<Words, Name>,
  'names',
  { hasChip?: boolean | undefined }
>

/** A choice of fixed names, which are the request's values. */
export const choice = <Words extends Namespaces, const Name extends string>(
  names: readonly Name[],
  given: ChoiceGiven<Words, Name>,
): ChoiceFilter<Words, Name> => choiceOf(names, { ...given, asks: unchanged })

/** A choice of fixed names, each mapped to a value of the request. */
export const choiceOf = <Words extends Namespaces, const Name extends string, Asked>(
  names: readonly Name[],
  { hasChip = true, ...given }: ChoiceGiven<Words, Name> & { asks: (name: Name) => Asked },
): ChoiceFilter<Words, Name, Asked> => ({
  kind: 'choice',
  names,
  ...given,
  read: oneOf(...names),
  chips: (name, context) => (hasChip ? [{ label: given.option(name, context) }] : []),
})

/** A filter for rows with or without a property. */
export const yesNo = <Words extends Namespaces>(given: FilterOptions<YesNoFilter<Words>, never>): YesNoFilter<Words> => ({
  kind: 'yesNo',
  ...given,
  read: parseBoolean,
  chips: (is, { t }) => [{ label: t(given.options[is ? 1 : 2]) }],
  asks: unchanged,
})

/** A filter that only a link or an option of another filter sets. */
export const flag = <Words extends Namespaces>({ chip }: { chip: Key<Words> }): FlagFilter<Words> => ({
  kind: 'flag',
  read: parseTrue,
  chips: (_, { t }) => [{ label: t(chip) }],
  asks: unchanged,
})

/** A filter for rows with or without a property. Only a link sets it. */
export const linked = <Words extends Namespaces>({
  chips: [yes, no],
}: {
  chips: readonly [Key<Words>, Key<Words>]
}): FlagFilter<Words, boolean> => ({
  kind: 'flag',
  read: parseBoolean,
  chips: (is, { t }) => [{ label: t(is ? yes : no) }],
  asks: unchanged,
})

/** Any number of fixed names, which are also their labels. */
export const several = <Words extends Namespaces>(
  names: readonly string[],
  given: FilterOptions<SeveralFilter<Words>, 'names'>,
): SeveralFilter<Words> => ({
  kind: 'several',
  names,
  ...given,
  read: (raw) => joinList(names.filter((name) => splitList(parseText(raw)).includes(name))),
  chips: (value) => chipsOfAll(value, (name) => name),
  asks: splitList,
})

/** Options from the server. The control sets one option, but an address may contain several. */
export const picked = <Words extends Namespaces>({
  chip,
  unknown,
  named = unchanged,
  ...given
}: FilterOptions<
  PickedFilter<Words>,
  never,
  {
    chip: (label: string, context: Context<Words>) => string
    /** The chip's label for an id that is not among the loaded options. */
    unknown?: Key<Words>
    /** Set if the address contains encoded names instead of ids. Decodes a name for chips and requests. */
    named?: (id: string) => string
  }
>): PickedFilter<Words> => ({
  kind: 'picked',
  ...given,
  read: parseText,
  chips: (value, context, options) =>
    chipsOfAll(value, (one) => {
      const found = options.find(({ id }) => id === one)?.label
      return chip(found ?? (unknown === undefined ? named(one) : context.t(unknown)), context)
    }),
  asks: (value) => splitList(value).map(named),
})

/** Numbers of one kind, typed or pasted. */
export const numbers = <Words extends Namespaces>(
  of: Checkable,
  { chip, ...given }: FilterOptions<NumbersFilter<Words>, never, { chip: (number: string, context: Context<Words>) => string }>,
): NumbersFilter<Words> => ({
  kind: 'numbers',
  ...given,
  read: (raw) => joinList(typedNumbers(parseText(raw)).filter((number) => checked(of)(number) !== undefined)),
  refusal: (typed, language) =>
    typedNumbers(typed)
      .map((number) => check(of, number, language).error?.errorMessage)
      .find(Boolean),
  chips: (value, context) => chipsOfAll(value, (number) => chip(number, context)),
  asks: splitList,
})

const typedNumbers = (typed: string | undefined): string[] => (typed ?? '').split(/[\s,;]+/).filter(Boolean)

/** The views of a list, by their names in the address. */
export const view = <Words extends Namespaces, const Name extends string, Asked>(
  names: readonly Name[],
  given: FilterOptions<ViewFilter<Words, Name, Asked>, 'names'> & Pick<ViewFilter<Words, Name, Asked>, 'asks'>,
): ViewFilter<Words, Name, Asked> => ({ kind: 'view', names, ...given, read: oneOf(...names), chips: () => [] })

interface DayGiven<Words extends Namespaces> {
  label?: Key<Words>
  chip?: (day: string, context: Context<Words>) => string
}

const day = <Words extends Namespaces>(kind: 'from' | 'to', { label, chip }: DayGiven<Words>): DayFilter<Words> => ({
  kind,
  label: label ?? (`list:days.${kind}` as Key<Words>),
  read: parseDay,
  refusal: (typed, language) => (typed ? check('day', typed, language).error?.errorMessage : undefined),
  chips: (value, context) => {
    const shown = dayShown(value, context.language)
    return [{ label: chip?.(shown, context) ?? context.t(`list:days.${kind}Day` as Key<Words>, { day: shown }) }]
  },
  asks: unchanged,
})

/** The first and last day of a range, with the parameters `from` and `to`. */
export const dayFrom = <Words extends Namespaces>(given: DayGiven<Words> = {}) => day('from', given)
export const dayTo = <Words extends Namespaces>(given: DayGiven<Words> = {}) => day('to', given)
