/** ID of the option "No group". */
export const noGroup = 'none'
