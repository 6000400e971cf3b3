/** Whether the master role was given away in this tab: the page that says so stands behind the end of the session. */
const key = 'gridbill.masterTransferred'

export const noteTransfer = () => sessionStorage.setItem(key, '1')

export const wasTransferred = () => sessionStorage.getItem(key) !== null
