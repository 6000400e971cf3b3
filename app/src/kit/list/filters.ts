/**
 * What narrows a list, as data. Each filter stands under its name in the address; it reads what the address says of it, says
 * itself as chips, and gives the field of the request its value. Core declares which field that is.
 */

import { type Checkable, check, dayShown, type Language, recognise } from '../../core/core'
import type { Option } from '../../ui/form/Options'
import type { Named } from '../../words/store'
import { checked, dayOf, joined, oneOf, parted, textOf, yes, yesOrNo } from './address'
import type { Context, Key } from './context'

/** What a chip says, and what the address still says once it is taken off. */
export interface ChipOf<Value> {
  label: string
  rest?: Value | undefined
}

interface Common<Words extends Named, Value, Asked> {
  read(raw: unknown): Value | undefined
  /** None for a filter that its control alone shows. */
  chips(value: Value, context: Context<Words>, options: readonly Option[]): ChipOf<Value>[]
  asks(value: Value): Asked
  /** Why what was typed into its control cannot be asked for. */
  refusal?(typed: string, language: Language): string | undefined
}

export interface TextFilter<Words extends Named> extends Common<Words, string, string> {
  kind: 'text'
  label: Key<Words>
  hint: Key<Words>
}

export interface ChoiceFilter<Words extends Named, Name extends string, Asked = Name> extends Common<Words, Name, Asked> {
  kind: 'choice'
  names: readonly Name[]
  label: Key<Words>
  /** What stands for no choice. */
  any: Key<Words>
  option(name: Name, context: Context<Words>): string
}

export interface YesNoFilter<Words extends Named> extends Common<Words, boolean, boolean> {
  kind: 'yesNo'
  label: Key<Words>
  /** The words of either, of yes and of no. */
  options: readonly [Key<Words>, Key<Words>, Key<Words>]
  /** Its options stand open. */
  isOpen?: boolean | undefined
}

export interface FlagFilter<Words extends Named, Value extends boolean = true> extends Common<Words, Value, Value> {
  kind: 'flag'
}

export interface SeveralFilter<Words extends Named> extends Common<Words, string, string[]> {
  kind: 'several'
  names: readonly string[]
  label: Key<Words>
}

export interface PickedFilter<Words extends Named> extends Common<Words, string, string[]> {
  kind: 'picked'
  label: Key<Words>
  any: Key<Words>
  /** Reads what can be picked. */
  useOptions(): readonly Option[]
  /** An option beside those: the name of the flag that it puts up instead. */
  none?: { flag: string; label: Key<Words> } | undefined
}

export interface NumbersFilter<Words extends Named> extends Common<Words, string, string[]> {
  kind: 'numbers'
  label: Key<Words>
  hint: Key<Words>
}

export interface DayFilter<Words extends Named> extends Common<Words, string, string> {
  kind: 'from' | 'to'
  label: Key<Words>
}

/** Parts of the list, one of which is always on show: what is asked for is never all, unless that is said. */
export interface ViewFilter<Words extends Named, Name extends string = string> extends Common<Words, Name, boolean> {
  kind: 'view'
  names: readonly Name[]
  label: Key<Words>
  option(name: Name, context: Context<Words>): string
  /** What the list opens on; a search looks through `whole`, of which nothing is asked. */
  first: Name
  whole: Name
  /** How many there are, in words. */
  caption: Record<Name, Key<Words>>
  empty: Record<Name, { title: Key<Words>; body?: Key<Words> }>
}

export type Filter<Words extends Named> =
  | TextFilter<Words>
  | ChoiceFilter<Words, string, unknown>
  | YesNoFilter<Words>
  | FlagFilter<Words>
  | FlagFilter<Words, boolean>
  | SeveralFilter<Words>
  | PickedFilter<Words>
  | NumbersFilter<Words>
  | DayFilter<Words>
  | ViewFilter<Words>

/** Asks for what the address says. */
const same = <Value>(value: Value): Value => value

type Given<Of, Left extends keyof Of, More = unknown> = Omit<Of, 'kind' | 'read' | 'chips' | 'refusal' | 'asks' | Left> & More

/** One chip for each of several. */
const chipsOfAll = (value: string, label: (one: string) => string): ChipOf<string>[] => {
  const all = parted(value)
  return all.map((one) => ({ label: label(one), rest: joined(all.filter((other) => other !== one)) }))
}

/** A text, or numbers that core recognises. What core refuses stays in the field with its reason, and is not asked for. */
export const text = <Words extends Named>({
  chip = (typed, { t }) => t('list:found' as Key<Words>, { text: typed }),
  ...given
}: Given<TextFilter<Words>, never, { chip?: ((typed: string, context: Context<Words>) => string) | null }>): TextFilter<Words> => ({
  kind: 'text',
  ...given,
  read: textOf,
  refusal: (typed, language) => recognise(typed, language).error?.errorMessage,
  chips: (typed, context) => (chip ? [{ label: chip(typed, context) }] : []),
  asks: same,
})

type ChoiceGiven<Words extends Named, Name extends string> = Given<ChoiceFilter<Words, Name>, 'names', { hasChip?: boolean | undefined }>

/** One of a few names, which are asked for as they are. */
export const choice = <Words extends Named, const Name extends string>(
  names: readonly Name[],
  given: ChoiceGiven<Words, Name>,
): ChoiceFilter<Words, Name> => choiceOf(names, { ...given, asks: same })

/** One of a few names, each of which stands for something else. */
export const choiceOf = <Words extends Named, const Name extends string, Asked>(
  names: readonly Name[],
  { hasChip = true, ...given }: ChoiceGiven<Words, Name> & { asks: (name: Name) => Asked },
): ChoiceFilter<Words, Name, Asked> => ({
  kind: 'choice',
  names,
  ...given,
  read: oneOf(...names),
  chips: (name, context) => (hasChip ? [{ label: given.option(name, context) }] : []),
})

/** Those for which something is so, or those for which it is not. */
export const yesNo = <Words extends Named>(given: Given<YesNoFilter<Words>, never>): YesNoFilter<Words> => ({
  kind: 'yesNo',
  ...given,
  read: yesOrNo,
  chips: (is, { t }) => [{ label: t(given.options[is ? 1 : 2]) }],
  asks: same,
})

/** Put up by a link, or by an option of another filter. */
export const flag = <Words extends Named>({ chip }: { chip: Key<Words> }): FlagFilter<Words> => ({
  kind: 'flag',
  read: yes,
  chips: (_, { t }) => [{ label: t(chip) }],
  asks: same,
})

/** Put up by a link alone, for those for which something is so or is not. */
export const linked = <Words extends Named>({
  chips: [yes, no],
}: {
  chips: readonly [Key<Words>, Key<Words>]
}): FlagFilter<Words, boolean> => ({
  kind: 'flag',
  read: yesOrNo,
  chips: (is, { t }) => [{ label: t(is ? yes : no) }],
  asks: same,
})

/** Any number of a few names, which are said as they are. */
export const several = <Words extends Named>(
  names: readonly string[],
  given: Given<SeveralFilter<Words>, 'names'>,
): SeveralFilter<Words> => ({
  kind: 'several',
  names,
  ...given,
  read: (raw) => joined(names.filter((name) => parted(textOf(raw)).includes(name))),
  chips: (value) => chipsOfAll(value, (name) => name),
  asks: parted,
})

/** One of many that are read from the server; an address may name several. */
export const picked = <Words extends Named>({
  chip,
  unknown,
  named = same,
  ...given
}: Given<
  PickedFilter<Words>,
  never,
  {
    chip: (label: string, context: Context<Words>) => string
    /** What one is called that cannot be picked, or whose name is not known yet. */
    unknown?: Key<Words>
    /** What stands in the address is a name: so it is read and asked for. */
    named?: (id: string) => string
  }
>): PickedFilter<Words> => ({
  kind: 'picked',
  ...given,
  read: textOf,
  chips: (value, context, options) =>
    chipsOfAll(value, (one) => {
      const found = options.find(({ id }) => id === one)?.label
      return chip(found ?? (unknown === undefined ? named(one) : context.t(unknown)), context)
    }),
  asks: (value) => parted(value).map(named),
})

/** Numbers of one kind, typed or pasted. */
export const numbers = <Words extends Named>(
  of: Checkable,
  { chip, ...given }: Given<NumbersFilter<Words>, never, { chip: (number: string, context: Context<Words>) => string }>,
): NumbersFilter<Words> => ({
  kind: 'numbers',
  ...given,
  read: (raw) => joined(typedNumbers(textOf(raw)).filter((number) => checked(of)(number) !== undefined)),
  refusal: (typed, language) =>
    typedNumbers(typed)
      .map((number) => check(of, number, language).error?.errorMessage)
      .find(Boolean),
  chips: (value, context) => chipsOfAll(value, (number) => chip(number, context)),
  asks: parted,
})

const typedNumbers = (typed: string | undefined): string[] => (typed ?? '').split(/[\s,;]+/).filter(Boolean)

/** Parts of the list, under their names in the address. */
export const view = <Words extends Named, const Name extends string>(
  names: readonly Name[],
  given: Given<ViewFilter<Words, Name>, 'names'> & Pick<ViewFilter<Words, Name>, 'asks'>,
): ViewFilter<Words, Name> => ({ kind: 'view', names, ...given, read: oneOf(...names), chips: () => [] })

interface DayGiven<Words extends Named> {
  label?: Key<Words>
  chip?: (day: string, context: Context<Words>) => string
}

const day = <Words extends Named>(kind: 'from' | 'to', { label, chip }: DayGiven<Words>): DayFilter<Words> => ({
  kind,
  label: label ?? (`list:days.${kind}` as Key<Words>),
  read: dayOf,
  refusal: (typed, language) => (typed ? check('day', typed, language).error?.errorMessage : undefined),
  chips: (value, context) => {
    const shown = dayShown(value, context.language)
    return [{ label: chip?.(shown, context) ?? context.t(`list:days.${kind}Day` as Key<Words>, { day: shown }) }]
  },
  asks: same,
})

/** The first day and the last, under the names `from` and `to`. */
export const dayFrom = <Words extends Named>(given: DayGiven<Words> = {}) => day('from', given)
export const dayTo = <Words extends Named>(given: DayGiven<Words> = {}) => day('to', given)
