/**
 * Pressing a button also blurs the field. An error that appeared at that moment would move the button away from the
 * pointer, and the press would miss it. Errors therefore wait until the press ends.
 */
let isPressed = false
globalThis.addEventListener?.('pointerdown', () => (isPressed = true), { capture: true, passive: true })
for (const endEvent of ['pointerup', 'pointercancel']) {
  globalThis.addEventListener?.(endEvent, () => (isPressed = false), { capture: true, passive: true })
}

export function afterPress(act: () => void) {
  if (isPressed) setTimeout(() => afterPress(act), 20)
  else act()
}
