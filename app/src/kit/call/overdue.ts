/** Filter for overdue bills that can be paid. */
export const payableOverdue = { overdue: true, payable: true } as const
