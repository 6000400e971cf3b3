/**
 * Keeps keyboard focus from getting lost. When the focused element is removed or disabled, the focus moves to the
 * element in its place, or to the screen's title. Dialogues that close, and lists (useFocusBack), handle the focus
 * first.
 */
import { pageTitleId } from '../../ui/layout/Page'

const focusable = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/** An element and its index among its siblings. */
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

/**
 * Returns a focusable element at or just before the position of the removed element, searching outwards through its
 * ancestors.
 */
function inPlaceOf(way: readonly Step[]): HTMLElement | undefined {
  for (const [index, { place }] of way.entries()) {
    const around = way[index + 1]?.element
    if (!around?.isConnected) continue
    // The search has reached the whole screen, so focus its title instead.
    if (around.matches('main') || around.querySelector(`#${pageTitleId}`)) return
    const beside = [...around.children]
    for (const one of [...beside.slice(place), ...beside.slice(0, place).reverse()]) {
      const found = one.matches(focusable) ? one : one.querySelector(focusable)
      if (found instanceof HTMLElement && found.checkVisibility()) return found
    }
  }
  return
}

/** Animation frames to wait, so that dialogues and lists can restore the focus first. */
const patience = 4

function afterFrames(frames: number, act: () => void) {
  if (frames === 0) act()
  else requestAnimationFrame(() => afterFrames(frames - 1, act))
}

/** Starts watching. The returned function stops it. */
export function keepFocus(): () => void {
  let last: Step[] = []
  /** The last focused element in `main`. Dialogues and menus lie outside. */
  let lastOnPage: Step[] = []
  let isWaiting = false

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = wayTo(target)
    if (target.closest('main')) lastOnPage = last
  }
  const forget = ({ relatedTarget, target }: FocusEvent) => {
    // The user moved the focus away by pressing on the page. Checked in the next frame, because a removed element loses
    // the focus while it is still in the document.
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
