/**
 * What narrows a list, as data. Each filter stands under its name in the address; it reads what the address says of it, says
 * itself as chips, and becomes a part of the request.
 */
import { type Checkable, check, dayShown, type Language, recognise } from '../../core'
import type { Option } from '../../ui/Options'
import type { Namespace } from '../../words/store'
import { checked, dayOf, joined, oneOf, parted, textOf, yes, yesOrNo } from './address'
import type { Context, Key } from './context'

/** What a chip says, and what the address still says once it is taken off. */
export interface ChipOf<Value> {
  label: string
  rest?: Value | undefined
}

interface Common<Words extends Namespace, Value, Part> {
  read(raw: unknown): Value | undefined
  /** None for a filter that its control alone shows. */
  chips(value: Value, context: Context<Words>, options: readonly Option[]): ChipOf<Value>[]
  asks(value: Value): Part
  /** Why what was typed into its control cannot be asked for. */
  refusal?(typed: string, language: Language): string | undefined
}

export interface TextFilter<Words extends Namespace, Part> extends Common<Words, string, Part> {
  kind: 'text'
  label: Key<Words>
  hint: Key<Words>
  /** The key that leads to the field. */
  shortcut?: '/' | undefined
}

export interface ChoiceFilter<Words extends Namespace, Name extends string, Part> extends Common<Words, Name, Part> {
  kind: 'choice'
  names: readonly Name[]
  label: Key<Words>
  /** What stands for no choice. */
  any: Key<Words>
  option(name: Name, context: Context<Words>): string
}

export interface YesNoFilter<Words extends Namespace, Part> extends Common<Words, boolean, Part> {
  kind: 'yesNo'
  label: Key<Words>
  /** The words of either, of yes and of no. */
  options: readonly [Key<Words>, Key<Words>, Key<Words>]
  /** Its options stand open. */
  isOpen?: boolean | undefined
}

export interface FlagFilter<Words extends Namespace, Part> extends Common<Words, true, Part> {
  kind: 'flag'
}

export interface SeveralFilter<Words extends Namespace, Part> extends Common<Words, string, Part> {
  kind: 'several'
  names: readonly string[]
  label: Key<Words>
}

export interface PickedFilter<Words extends Namespace, Part> extends Common<Words, string, Part> {
  kind: 'picked'
  label: Key<Words>
  any: Key<Words>
  /** Reads what can be picked. */
  useOptions(): readonly Option[]
  /** An option beside those: the name of the flag that it puts up instead. */
  none?: { flag: string; label: Key<Words> } | undefined
}

export interface NumbersFilter<Words extends Namespace, Part> extends Common<Words, string, Part> {
  kind: 'numbers'
  label: Key<Words>
  hint: Key<Words>
}

export interface DayFilter<Words extends Namespace, Part> extends Common<Words, string, Part> {
  kind: 'from' | 'to'
  label: Key<Words>
}

export type Filter<Words extends Namespace, Part = object> =
  | TextFilter<Words, Part>
  | ChoiceFilter<Words, string, Part>
  | YesNoFilter<Words, Part>
  | FlagFilter<Words, Part>
  | SeveralFilter<Words, Part>
  | PickedFilter<Words, Part>
  | NumbersFilter<Words, Part>
  | DayFilter<Words, Part>

type Given<Of, Left extends keyof Of, More = unknown> = Omit<Of, 'kind' | 'read' | 'chips' | 'refusal' | Left> & More

/** One chip for each of several. */
const chipsOfAll = (value: string, label: (one: string) => string): ChipOf<string>[] => {
  const all = parted(value)
  return all.map((one) => ({ label: label(one), rest: joined(all.filter((other) => other !== one)) }))
}

/** A text, or numbers that core recognises. What core refuses stays in the field with its reason, and is not asked for. */
export const text = <Words extends Namespace, Part>({
  chip = (typed, { t }) => t('list:found' as Key<Words>, { text: typed }),
  ...given
}: Given<TextFilter<Words, Part>, never, { chip?: ((typed: string, context: Context<Words>) => string) | null }>): TextFilter<
  Words,
  Part
> => ({
  kind: 'text',
  ...given,
  read: textOf,
  refusal: (typed, language) => recognise(typed, language).error?.errorMessage,
  chips: (typed, context) => (chip ? [{ label: chip(typed, context) }] : []),
})

/** One of a few names. */
export const choice = <Words extends Namespace, const Name extends string, Part>(
  names: readonly Name[],
  { hasChip = true, ...given }: Given<ChoiceFilter<Words, Name, Part>, 'names', { hasChip?: boolean | undefined }>,
): ChoiceFilter<Words, Name, Part> => ({
  kind: 'choice',
  names,
  ...given,
  read: oneOf(...names),
  chips: (name, context) => (hasChip ? [{ label: given.option(name, context) }] : []),
})

/** Those for which something is so, or those for which it is not. */
export const yesNo = <Words extends Namespace, Part>(given: Given<YesNoFilter<Words, Part>, never>): YesNoFilter<Words, Part> => ({
  kind: 'yesNo',
  ...given,
  read: yesOrNo,
  chips: (is, { t }) => [{ label: t(given.options[is ? 1 : 2]) }],
})

/** Put up by a link, or by an option of another filter. */
export const flag = <Words extends Namespace, Part>({ chip, part }: { chip: Key<Words>; part: Part }): FlagFilter<Words, Part> => ({
  kind: 'flag',
  read: yes,
  asks: () => part,
  chips: (_, { t }) => [{ label: t(chip) }],
})

/** Any number of a few names, which are said as they are. */
export const several = <Words extends Namespace, Part>(
  names: readonly string[],
  { asks, ...given }: Given<SeveralFilter<Words, Part>, 'names' | 'asks', { asks: (names: string[]) => Part }>,
): SeveralFilter<Words, Part> => ({
  kind: 'several',
  names,
  ...given,
  read: (raw) => joined(names.filter((name) => parted(textOf(raw)).includes(name))),
  chips: (value) => chipsOfAll(value, (name) => name),
  asks: (value) => asks(parted(value)),
})

/** One of many that are read from the server; an address may name several. */
export const picked = <Words extends Namespace, Part>({
  asks,
  chip,
  unknown,
  ...given
}: Given<
  PickedFilter<Words, Part>,
  'asks',
  { asks: (ids: string[]) => Part; chip: (label: string, context: Context<Words>) => string; unknown: Key<Words> }
>): PickedFilter<Words, Part> => ({
  kind: 'picked',
  ...given,
  read: textOf,
  chips: (value, context, options) =>
    chipsOfAll(value, (one) => chip(options.find(({ id }) => id === one)?.label ?? context.t(unknown), context)),
  asks: (value) => asks(parted(value)),
})

/** Numbers of one kind, typed or pasted. */
export const numbers = <Words extends Namespace, Part>(
  of: Checkable,
  {
    asks,
    chip,
    ...given
  }: Given<
    NumbersFilter<Words, Part>,
    'asks',
    { asks: (numbers: string[]) => Part; chip: (number: string, context: Context<Words>) => string }
  >,
): NumbersFilter<Words, Part> => ({
  kind: 'numbers',
  ...given,
  read: (raw) => joined(typedNumbers(textOf(raw)).filter((number) => checked(of)(number) !== undefined)),
  refusal: (typed, language) =>
    typedNumbers(typed)
      .map((number) => check(of, number, language).error?.errorMessage)
      .find(Boolean),
  chips: (value, context) => chipsOfAll(value, (number) => chip(number, context)),
  asks: (value) => asks(parted(value)),
})

const typedNumbers = (typed: string | undefined): string[] => (typed ?? '').split(/[\s,;]+/).filter(Boolean)

interface DayGiven<Words extends Namespace, Part> {
  asks: (day: string) => Part
  label?: Key<Words>
  chip?: (day: string, context: Context<Words>) => string
}

const day = <Words extends Namespace, Part>(kind: 'from' | 'to', { asks, label, chip }: DayGiven<Words, Part>): DayFilter<Words, Part> => ({
  kind,
  label: label ?? (`list:days.${kind}` as Key<Words>),
  read: dayOf,
  refusal: (typed, language) => (typed ? check('day', typed, language).error?.errorMessage : undefined),
  chips: (value, context) => {
    const shown = dayShown(value, context.language)
    return [{ label: chip?.(shown, context) ?? context.t(`list:days.${kind}Day` as Key<Words>, { day: shown }) }]
  },
  asks,
})

/** The first day and the last, under the names `from` and `to`. */
export const dayFrom = <Words extends Namespace, Part>(given: DayGiven<Words, Part>) => day('from', given)
export const dayTo = <Words extends Namespace, Part>(given: DayGiven<Words, Part>) => day('to', given)
