/** How many notifications the bell shows. */
export const liteCount = 3
