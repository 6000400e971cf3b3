/**
 * The focus is never lost to the page: where what had it is removed or disabled, it goes to what stands in its place, or to the
 * screen's title. A dialogue that closes, and a list that knows better (useFocusBack), come first.
 */
import { pageTitleId } from '../../ui/layout/Page'

const focusable = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/** An element, and where it stands among those beside it. */
interface Step {
  element: Element
  place: number
}

function wayTo(element: Element): Step[] {
  const steps: Step[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    steps.push({ element: at, place: at.parentElement ? [...at.parentElement.children].indexOf(at) : 0 })
  }
  return steps
}

const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

/** What now stands where the first of those that are gone stood, or just before it. */
function inPlaceOf(way: readonly Step[]): HTMLElement | undefined {
  for (const [index, { place }] of way.entries()) {
    const around = way[index + 1]?.element
    if (!around?.isConnected) continue
    // The whole screen is no place: its title is.
    if (around.matches('main') || around.querySelector(`#${pageTitleId}`)) return
    const beside = [...around.children]
    for (const one of [...beside.slice(place), ...beside.slice(0, place).reverse()]) {
      const found = one.matches(focusable) ? one : one.querySelector(focusable)
      if (found instanceof HTMLElement && found.checkVisibility()) return found
    }
  }
  return
}

/** Frames in which dialogues and lists give the focus back themselves. */
const patience = 4

function afterFrames(frames: number, act: () => void) {
  if (frames === 0) act()
  else requestAnimationFrame(() => afterFrames(frames - 1, act))
}

/** Watches until the returned function is called. */
export function keepFocus(): () => void {
  let last: Step[] = []
  /** The last that was no part of a dialogue or menu, which lie over the page. */
  let lastOnPage: Step[] = []
  let isWaiting = false

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = wayTo(target)
    if (target.closest('main')) lastOnPage = last
  }
  const forget = ({ relatedTarget, target }: FocusEvent) => {
    // Left on purpose, by a press on the page. What is removed loses the focus while it is still there.
    if (relatedTarget !== null) return
    requestAnimationFrame(() => {
      if (target instanceof Element && last[0]?.element === target && document.activeElement !== target && !isGone(target)) last = []
    })
  }
  const look = () => {
    const had = last[0]?.element
    if (isWaiting || !had || document.activeElement !== document.body || !isGone(had)) return
    isWaiting = true
    afterFrames(patience, () => {
      isWaiting = false
      if (document.activeElement !== document.body || last[0]?.element !== had) return
      const way = lastOnPage.some(({ element }) => element.isConnected) ? lastOnPage : last
      const [begun] = way
      const goal = begun && !isGone(begun.element) && begun.element instanceof HTMLElement ? begun.element : inPlaceOf(way)
      ;(goal ?? document.getElementById(pageTitleId))?.focus({ preventScroll: true })
    })
  }
  const watch = new MutationObserver(look)
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    watch.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
  }
}
