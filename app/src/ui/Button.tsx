/*
 * Button({ children, onPress?, mode?: 'primary' | 'secondary' | 'ghost' | 'danger', size?: 'small' | 'medium' | 'large', theme?: 'light' | 'dark',
 *   type?: 'button' | 'submit', icon?, label?, isLoading?, isDisabled?, why?, whyShown?: 'tooltip' | 'beside', isWide? })
 * `why` is the reason of a disabled button: it keeps the button in the tab order, where the reason is shown and read.
 * `label` names a button that shows only an icon. `theme` is for a button that stands on the other theme's surface.
 */
import { type ReactNode, useId } from 'react'
import { type ButtonProps as AriaButtonProps, Button as AriaButton } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { classes } from './classes'
import { Spinner } from './Spinner'
import { useUiWords } from './UiWords'
import { VisuallyHidden } from './VisuallyHidden'
import { Why } from './Why'

export interface ButtonLook {
  mode?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  theme?: 'light' | 'dark' | undefined
  /** As wide as its container. */
  isWide?: boolean | undefined
}

export interface ButtonProps extends ButtonLook {
  children?: ReactNode
  onPress?: (() => void) | undefined
  type?: 'button' | 'submit' | undefined
  icon?: ReactNode
  label?: string | undefined
  isLoading?: boolean | undefined
  isDisabled?: boolean | undefined
  why?: string | undefined
  whyShown?: 'tooltip' | 'beside' | undefined
  id?: string | undefined
  form?: string | undefined
  autoFocus?: boolean | undefined
  /** For React Aria's own slots ("close" within a dialogue). */
  slot?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-expanded'?: boolean | undefined
  'aria-pressed'?: boolean | undefined
  'aria-controls'?: string | undefined
}

export function buttonLook({ mode = 'secondary', size = 'medium', theme, isWide }: ButtonLook, iconOnly: boolean) {
  return {
    className: classes(styles.button),
    'data-mode': mode,
    'data-size': size,
    'data-theme': theme,
    'data-wide': isWide || undefined,
    'data-icon-only': iconOnly || undefined,
  }
}

export function Button(props: ButtonProps) {
  const { children, onPress, type = 'button', icon, label, isLoading = false, isDisabled = false, why, whyShown = 'tooltip' } = props
  const words = useUiWords()
  const reasonId = useId()
  const explains = isDisabled && Boolean(why)

  const shared: AriaButtonProps = {
    ...buttonLook(props, !children),
    isPending: isLoading,
    ...defined({
      id: props.id,
      form: props.form,
      autoFocus: props.autoFocus,
      slot: props.slot,
      'aria-label': label,
      'aria-describedby': props['aria-describedby'],
      'aria-expanded': props['aria-expanded'],
      'aria-pressed': props['aria-pressed'],
      'aria-controls': props['aria-controls'],
    }),
  }
  const face = (
    <>
      <span className={styles.face}>
        {icon}
        {children}
      </span>
      {isLoading && (
        <span className={styles.busy}>
          <Spinner size="small" />
          <VisuallyHidden>{words.loading}</VisuallyHidden>
        </span>
      )}
    </>
  )

  if (!explains)
    return (
      <AriaButton {...shared} {...defined({ onPress })} type={type} isDisabled={isDisabled}>
        {face}
      </AriaButton>
    )

  // A natively disabled button can't be focused, so its reason would be out of reach: it is disabled for assistive technology and does nothing.
  return (
    <Why id={reasonId} shown={whyShown} text={why}>
      <AriaButton
        {...shared}
        type="button"
        render={(given) => <button {...given} aria-disabled="true" aria-describedby={reasonId} data-disabled="true" />}
      >
        {face}
      </AriaButton>
    </Why>
  )
}

/** Leaves out what was not given, which is not the same as undefined to React Aria's types and contexts. */
function defined<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
