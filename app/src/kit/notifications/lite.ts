/** Number of notifications in the bell's menu. */
export const liteCount = 3
