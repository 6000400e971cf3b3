/** Whether this tab transferred the master role. The page that confirms it appears after the session has ended. */
const key = 'gridbill.masterTransferred'

export const markTransferred = () => sessionStorage.setItem(key, '1')

export const wasTransferred = () => sessionStorage.getItem(key) !== null
