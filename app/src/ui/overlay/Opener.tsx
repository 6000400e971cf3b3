/** A button with a menu or panel that loads later. Until the first press it is a plain button, because a list has dozens of them. */
import {
  type ButtonHTMLAttributes,
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useState,
} from 'react'
import { type DeferredCode, useFetchDeferred } from '../base/deferred'
import { ButtonElement } from '../button/Button'

/** The item that takes the focus when the menu opens; null if the pointer opened it. */
type Focus = 'first' | 'last' | null

export interface OpenedProps {
  focus: Focus
}

type Props<Given> = Given & { part: DeferredCode<ComponentType<Given & OpenedProps>>; trigger: ReactNode; isMenu?: boolean }

export function Opener<Given extends object>({ part, isMenu = false, ...given }: Props<Given>) {
  const [opened, setOpened] = useState<OpenedProps>()
  const fetchWanted = useFetchDeferred()
  const LoadedPart = part.now()
  if (opened && LoadedPart) return <LoadedPart {...(given as unknown as Given)} {...opened} />
  const open = (focus: Focus) => fetchWanted(part, () => setOpened({ focus }))
  return (
    <PressContext value={{ open, fetch: () => void part.fetch(), isMenu }}>
      <ButtonElement value={PlainButton}>{given.trigger}</ButtonElement>
    </PressContext>
  )
}

const PressContext = createContext<{ open: (focus: Focus) => void; fetch: () => void; isMenu: boolean } | undefined>(undefined)

/** The plain button. Stops propagation, so that a press does not also open the surrounding row. */
function PlainButton(given: ButtonHTMLAttributes<HTMLButtonElement>) {
  const press = useContext(PressContext)
  function onKeyDown(event: KeyboardEvent) {
    const focus = event.key === 'ArrowDown' ? 'first' : event.key === 'ArrowUp' ? 'last' : undefined
    if (press?.isMenu && focus) {
      event.preventDefault()
      press.open(focus)
    }
    if ((press?.isMenu && focus) || event.key === 'Enter' || event.key === ' ') event.stopPropagation()
  }
  return (
    <button
      type="button"
      {...given}
      aria-haspopup={press?.isMenu || undefined}
      aria-expanded={false}
      onPointerEnter={press?.fetch}
      onFocus={press?.fetch}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        event.stopPropagation()
        // `detail` is 0 for a click with the keyboard.
        press?.open(event.detail === 0 ? 'first' : null)
      }}
    />
  )
}
