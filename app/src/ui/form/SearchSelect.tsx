/**
 * A select with a text field that filters the options (a combo box). Enter takes the highlighted option, which is the first match
 * while the user types. Leaving the field takes the option that the text names, or the only match. Any other text stays in the
 * field, marked as an error, and the value is null. With `onSearch`, the caller searches for options, usually on the server.
 */
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { afterPress } from '../base/afterPress'
import { classes } from '../base/classes'
import { type UiWords, useUiWords } from '../base/UiWords'
import { type FieldProps, fieldStyles, LabelText, ProblemText } from './Field'
import { type Option, OptionList } from './Options'
import styles from './SearchSelect.module.css'
import { highlightedOption, matchingOptions, typedOption, typedProblem } from './typedOption'

export interface SearchSelectProps extends FieldProps {
  options: readonly Option[]
  value: string | null
  onChange: (id: string | null) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  /** The label of the value, if the options may lack it. */
  valueText?: string | undefined
  /** Searches for options with the typed text. They are not filtered any further. */
  onSearch?: ((text: string) => void) | undefined
  /** Whether the options are not those of the typed text yet. */
  isSearching?: boolean | undefined
  /** The text of an empty list. */
  whyEmpty?: string | undefined
}

export function SearchSelect({
  label,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  valueText,
  onSearch,
  isSearching = false,
  whyEmpty,
  hint,
  error,
  ...field
}: SearchSelectProps) {
  const words = useUiWords()
  /** The text that the user is typing; undefined while the field shows the value. */
  const [typed, setTyped] = useState<string>()
  /** Whether the user has finished typing. */
  const [isLeft, setLeft] = useState(false)
  /** Whether the list shows all options, because it was opened and not typed for. */
  const [showsAll, setShowsAll] = useState(false)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== null) endTyping()
  }
  const input = useRef<HTMLInputElement>(null)
  const text = typed ?? options.find(({ id }) => id === value)?.label ?? (value === null ? '' : (valueText ?? ''))
  const matches = onSearch || typed === undefined ? options : matchingOptions(options, typed)
  const isTyped = typed !== undefined && typed.trim() !== ''
  const meant = isTyped && !isSearching ? typedOption(matches, typed) : undefined
  const problem = isTyped && isLeft && !isSearching && !meant ? problemText(matches, typed, words) : undefined
  const isInvalid = Boolean(problem ?? error)

  function endTyping() {
    setTyped(undefined)
    setLeft(false)
  }
  function choose(id: string) {
    endTyping()
    if (id !== value) onChange(id)
  }
  function type(next: string) {
    setTyped(next)
    setLeft(false)
    setShowsAll(false)
    onSearch?.(next)
    if (next.trim() === '' && value !== null) onChange(null)
  }
  function leave() {
    if (!isTyped) return endTyping()
    if (meant) return choose(meant.id)
    if (value !== null) onChange(null)
    afterPress(() => setLeft(true))
  }
  // The options may arrive after the user has left the field.
  useEffect(() => {
    if (isLeft && meant) choose(meant.id)
  })
  // An optional field has no error of its own to stop the form, which would be sent without the text.
  const stopsForm = isTyped && !meant && !field.isRequired
  useEffect(() => {
    const form = input.current?.form
    if (!stopsForm || !form) return
    const stop = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      setLeft(true)
      input.current?.focus()
    }
    form.addEventListener('submit', stop, { capture: true })
    return () => form.removeEventListener('submit', stop, { capture: true })
  }, [stopsForm])

  return (
    <ComboBox<Option>
      className={classes(fieldStyles.field)}
      items={showsAll ? options : matches}
      inputValue={text}
      onInputChange={type}
      value={value}
      // React Aria passes null when the user leaves a text that is no option; `leave` decides what that text stands for.
      onChange={(key) => key !== null && choose(String(key))}
      onOpenChange={(isOpen, trigger) => isOpen && setShowsAll(trigger !== 'input')}
      menuTrigger="focus"
      allowsCustomValue
      allowsEmptyCollection
      isInvalid={isInvalid}
      isRequired={field.isRequired ?? false}
      isDisabled={field.isDisabled ?? false}
      validationBehavior="aria"
      {...(field.id !== undefined && { id: field.id })}
      {...(field.name !== undefined && { name: field.name })}
      onBlur={() => {
        leave()
        onBlur?.()
      }}
    >
      <Label className={classes(fieldStyles.label)} data-hidden={field.hidesLabel || undefined}>
        <LabelText isOptional={field.isOptional}>{label}</LabelText>
      </Label>
      {hint && (
        <Text slot="description" className={classes(fieldStyles.hint)}>
          {hint}
        </Text>
      )}
      <Box
        highlighted={isTyped && !showsAll ? highlightedOption(matches, typed)?.id : undefined}
        isInvalid={isInvalid}
        isDisabled={field.isDisabled}
        onEnter={leave}
        onEscape={() => value !== null && endTyping()}
      >
        <Input ref={input} className={classes(fieldStyles.input)} {...(placeholder !== undefined && { placeholder })} />
      </Box>
      <FieldError className={classes(fieldStyles.problem)}>
        <ProblemText>{problem ?? error}</ProblemText>
      </FieldError>
      <OptionList whyEmpty={whyEmpty} />
    </ComboBox>
  )
}

function problemText(matches: readonly Option[], text: string, words: UiWords) {
  const problem = typedProblem(matches, text)
  switch (problem.is) {
    case 'none':
      return words.noOption(text.trim())
    case 'several':
      return words.severalOptions(text.trim(), problem.count)
    case 'closed':
      return `${problem.option.label}: ${problem.option.whyNot}`
  }
}

interface BoxProps {
  /** The option to highlight until the arrow keys move the highlight. */
  highlighted: string | undefined
  isInvalid: boolean
  isDisabled: boolean | undefined
  /** Called for Enter if no option is highlighted. */
  onEnter: () => void
  /** Called after Escape has closed the list. */
  onEscape: () => void
  children: ReactNode
}

const moves = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']

function Box({ highlighted, isInvalid, isDisabled, onEnter, onEscape, children }: BoxProps) {
  const state = useContext(ComboBoxStateContext)
  const isMoved = useRef(false)
  const isLeft = useRef(false)
  // React Aria removes the highlight when the text or the options change, in an effect that runs after this one.
  useEffect(() => {
    if (highlighted === undefined || !state?.isOpen) return
    queueMicrotask(() => {
      if (!isLeft.current && state.selectionManager.focusedKey === null) state.selectionManager.setFocusedKey(highlighted)
    })
  })
  function press(event: KeyboardEvent) {
    if (!state) return
    if (moves.includes(event.key)) isMoved.current = true
    // Tab takes an option that the arrow keys chose. The first of several matches is only a suggestion. React may render before React
    // Aria handles the key, and must not highlight it again.
    if (event.key === 'Tab' && !isMoved.current) {
      isLeft.current = true
      state.selectionManager.setFocusedKey(null)
    }
    if (event.key === 'Enter' && state.selectionManager.focusedKey === null) onEnter()
    if (event.key !== 'Escape' || !state.isOpen) return
    // React Aria would also close the dialogue around the field.
    event.stopPropagation()
    state.toggle()
    onEscape()
  }
  return (
    <div
      className={fieldStyles.box}
      data-invalid={isInvalid || undefined}
      data-disabled={isDisabled || undefined}
      onKeyDownCapture={press}
      onInputCapture={() => {
        isMoved.current = false
        isLeft.current = false
      }}
    >
      {children}
      <Button className={classes(styles.button)}>
        <ChevronDown aria-hidden="true" />
      </Button>
    </div>
  )
}
