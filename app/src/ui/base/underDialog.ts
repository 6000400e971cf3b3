/**
 * Whether a dialogue is open, so that the page's shortcuts must not work. The panel of a tour does not count, because the page
 * stays usable next to it.
 */
export const isUnderDialog = () => document.querySelector('[role="dialog"]:not([data-tour-panel]), [role="alertdialog"]') !== null
