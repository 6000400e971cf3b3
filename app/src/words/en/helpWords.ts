/** The words of questions and answers. */
import help from './help.json'

export const words = { help }
