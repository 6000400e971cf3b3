/** ID of the option "In no group". */
export const noGroup = 'none'
