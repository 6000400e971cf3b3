/**
 * Whether a dialogue is open, in which case the page's shortcuts are off. A tour's panel does not count, because the page stays
 * usable next to it.
 */
export const isUnderDialog = () => document.querySelector('[role="dialog"]:not([data-tour-panel]), [role="alertdialog"]') !== null
