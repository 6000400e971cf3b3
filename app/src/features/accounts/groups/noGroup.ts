/** The option for no group. */
export const noGroup = 'none'
