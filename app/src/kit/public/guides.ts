/** Returns the address of a user guide or of its film; the files are in app/public/guides. */
import type { Language } from '../../core/generatedData'

export const guideAddress = (guide: 'paying' | 'accounts' | 'staff', language: Language, kind: 'pdf' | 'webm' | 'vtt' | 'jpg') =>
  `${import.meta.env.BASE_URL}guides/${guide}.${language}.${kind}`
