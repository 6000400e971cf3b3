/** Where accounts are put right that could not be taken. */
export const pendingAccounts = '/manageAccount/pending'
