/** A button whose menu or panel is loaded later. Until the first press it is a plain button, because a list has dozens of them. */
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

/** The item that takes the focus on opening; null if opened with the pointer. */
type Focus = 'first' | 'last' | null

export interface OpenedProps {
  focus: Focus
}

type Props<Given> = Given & { part: DeferredCode<ComponentType<Given & OpenedProps>>; trigger: ReactNode; isMenu?: boolean }

export function Opener<Given extends object>({ part, isMenu = false, ...given }: Props<Given>) {
  const [opened, setOpened] = useState<OpenedProps>()
  const fetchWanted = useFetchDeferred()
  const Drawn = part.now()
  if (opened && Drawn) return <Drawn {...(given as unknown as Given)} {...opened} />
  const open = (focus: Focus) => fetchWanted(part, () => setOpened({ focus }))
  return (
    <Press value={{ open, fetch: () => void part.fetch(), isMenu }}>
      <ButtonElement value={Pressable}>{given.trigger}</ButtonElement>
    </Press>
  )
}

const Press = createContext<{ open: (focus: Focus) => void; fetch: () => void; isMenu: boolean } | undefined>(undefined)

/** Stops propagation, so that a press does not also act on the surrounding row. */
function Pressable(given: ButtonHTMLAttributes<HTMLButtonElement>) {
  const press = useContext(Press)
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
        // A click by keyboard has a `detail` of 0.
        press?.open(event.detail === 0 ? 'first' : null)
      }}
    />
  )
}
