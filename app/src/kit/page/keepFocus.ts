/**
 * Restores a lost keyboard focus. When the focused element is removed or disabled, the focus moves to the element in its
 * place, or to the screen's title. Closing dialogues and lists (useFocusBack) restore it first.
 */
import { pageTitleId } from '~/ui/layout/Page'

const focusable = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/** An element on the path to the body, and its index among its siblings. */
interface PathStep {
  element: Element
  place: number
}

function pathTo(element: Element): PathStep[] {
  const steps: PathStep[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    steps.push({ element: at, place: at.parentElement ? [...at.parentElement.children].indexOf(at) : 0 })
  }
  return steps
}

const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

/**
 * Returns a focusable element at the position of the removed element, or before it. Searches outwards through the
 * ancestors.
 */
function findReplacement(path: readonly PathStep[]): HTMLElement | undefined {
  for (const [index, { place }] of path.entries()) {
    const around = path[index + 1]?.element
    if (!around?.isConnected) continue
    // The search has reached the whole screen. The title takes the focus instead.
    if (around.matches('main') || around.querySelector(`#${pageTitleId}`)) return
    const siblings = [...around.children]
    for (const one of [...siblings.slice(place), ...siblings.slice(0, place).reverse()]) {
      const found = one.matches(focusable) ? one : one.querySelector(focusable)
      if (found instanceof HTMLElement && found.checkVisibility()) return found
    }
  }
  return
}

/** Animation frames to wait for dialogues and lists, which restore the focus first. */
const framesToWait = 4

function afterFrames(frames: number, act: () => void) {
  if (frames === 0) act()
  else requestAnimationFrame(() => afterFrames(frames - 1, act))
}

/** Watches the focus. The returned function stops it. */
export function keepFocus(): () => void {
  let last: PathStep[] = []
  /** The last focused element in `main`. Dialogues and menus lie outside. */
  let lastOnPage: PathStep[] = []
  let isWaiting = false

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = pathTo(target)
    if (target.closest('main')) lastOnPage = last
  }
  const forget = ({ relatedTarget, target }: FocusEvent) => {
    // Without a related target, the user pressed on the page, or the element was removed. The next frame tells which,
    // because a removed element loses the focus while it is still in the document.
    if (relatedTarget !== null) return
    requestAnimationFrame(() => {
      if (target instanceof Element && last[0]?.element === target && document.activeElement !== target && !isGone(target)) last = []
    })
  }
  const check = () => {
    const lost = last[0]?.element
    if (isWaiting || !lost || document.activeElement !== document.body || !isGone(lost)) return
    isWaiting = true
    afterFrames(framesToWait, () => {
      isWaiting = false
      if (document.activeElement !== document.body) return
      // Meanwhile the focus was restored, and lost again with another element.
      if (last[0]?.element !== lost) return check()
      const path = lastOnPage.some(({ element }) => element.isConnected) ? lastOnPage : last
      const [innermost] = path
      const target =
        innermost && !isGone(innermost.element) && innermost.element instanceof HTMLElement ? innermost.element : findReplacement(path)
      ;(target ?? document.getElementById(pageTitleId))?.focus({ preventScroll: true })
    })
  }
  const watch = new MutationObserver(check)
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    watch.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
  }
}
