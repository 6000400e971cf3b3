/**
 * A button. `why` is the reason why it is disabled. A button with a reason stays in the tab order, so that the reason can be read.
 * Primary and danger buttons show it next to them, others on hover, focus and touch, unless `whyShown` is set.
 */
import { type ButtonHTMLAttributes, type ComponentType, createContext, type ReactNode, useContext, useId } from 'react'
import { useUiWords } from '../base/UiWords'
import { Spinner } from '../feedback/Spinner'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './Button.module.css'
import { DisabledReason } from './DisabledReason'

export interface ButtonLook {
  mode?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  /** Set for a button on a surface of the other theme. */
  theme?: 'light' | 'dark' | undefined
  /** Fills the width of its container. */
  isWide?: boolean | undefined
}

export interface ButtonProps extends ButtonLook {
  children?: ReactNode
  onPress?: (() => void) | undefined
  type?: 'button' | 'submit' | undefined
  icon?: ReactNode
  /** The name of a button that shows only an icon. */
  label?: string | undefined
  /** The keyboard shortcut, announced to assistive technology. */
  shortcut?: string | undefined
  isLoading?: boolean | undefined
  isDisabled?: boolean | undefined
  why?: string | undefined
  whyShown?: 'tooltip' | 'beside' | undefined
  id?: string | undefined
  form?: string | undefined
  autoFocus?: boolean | undefined
  'aria-describedby'?: string | undefined
  'aria-expanded'?: boolean | undefined
  'aria-pressed'?: boolean | undefined
  'aria-controls'?: string | undefined
}

export function buttonLook({ mode = 'secondary', size = 'medium', theme, isWide }: ButtonLook, iconOnly: boolean) {
  return {
    className: styles.button,
    'data-mode': mode,
    'data-size': size,
    'data-theme': theme,
    'data-wide': isWide || undefined,
    'data-icon-only': iconOnly || undefined,
  }
}

/**
 * The element that buttons render as. Triggers of React Aria's menus and panels need React Aria's button (TriggerButton.tsx).
 * Others use the browser's, so that a page without menus does not load React Aria.
 */
export const ButtonElement = createContext<ComponentType<ButtonHTMLAttributes<HTMLButtonElement>>>((props) => <button {...props} />)

export function Button(props: ButtonProps) {
  const { children, onPress, type = 'button', icon, label, isLoading = false, isDisabled = false, why } = props
  const { whyShown = props.mode === 'primary' || props.mode === 'danger' ? 'beside' : 'tooltip' } = props
  const words = useUiWords()
  const reasonId = useId()
  const Element = useContext(ButtonElement)
  // A button that is natively disabled cannot take the focus, so its reason could not be read. A button with a reason is therefore
  // disabled with ARIA, and so is a loading button, so that it keeps the focus.
  const explains = isDisabled && Boolean(why)
  const isIdle = isLoading || explains

  const button = (
    <Element
      {...buttonLook(props, !children)}
      id={props.id}
      form={props.form}
      autoFocus={props.autoFocus}
      type={isIdle ? 'button' : type}
      disabled={isDisabled && !explains}
      data-disabled={isDisabled || undefined}
      data-pending={isLoading || undefined}
      aria-disabled={isIdle || undefined}
      aria-label={label}
      aria-describedby={explains ? reasonId : props['aria-describedby']}
      aria-keyshortcuts={props.shortcut}
      aria-expanded={props['aria-expanded']}
      aria-pressed={props['aria-pressed']}
      aria-controls={props['aria-controls']}
      // Without the event, which a callback with an optional parameter would take for its argument.
      {...(onPress && !isIdle && { onClick: () => onPress() })}
    >
      <span className={styles.face}>
        {icon}
        {children}
      </span>
      {isLoading && (
        <span className={styles.busy}>
          <Spinner size="small" />
          <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
        </span>
      )}
    </Element>
  )
  return explains ? (
    <DisabledReason id={reasonId} shown={whyShown} text={why} isWide={props.isWide}>
      {button}
    </DisabledReason>
  ) : (
    button
  )
}
