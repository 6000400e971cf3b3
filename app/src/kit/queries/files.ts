/** The files that a query takes. They have the same limits as a declaration. */
import { constants } from '~/core/core'

export const acceptedFiles = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg'
export const maxFileMegabytes = constants.maxDeclarationBytes >> 20
export const isTooLarge = ({ size }: File) => size > constants.maxDeclarationBytes
/** The parameters of the refusal `fileTooLarge`. */
export const tooLargeParams = { limit: `${maxFileMegabytes} MB` }
