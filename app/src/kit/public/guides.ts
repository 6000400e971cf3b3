/** Where the user guides and their film are: files of app/public/guides, beside the app. */
import type { Language } from '../../core/plain'

export const guideAddress = (guide: 'paying' | 'accounts' | 'staff', language: Language, kind: 'pdf' | 'webm' | 'vtt' | 'jpg') =>
  `${import.meta.env.BASE_URL}guides/${guide}.${language}.${kind}`
