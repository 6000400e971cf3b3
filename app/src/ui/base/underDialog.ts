/*
 * isUnderDialog()
 * Whether a dialogue is open over the page: keys of the page do nothing then. A tour's panel is none: the page is used beside it.
 */
export const isUnderDialog = () => document.querySelector('[role="dialog"]:not([data-tour-panel]), [role="alertdialog"]') !== null
