/** Returns the address of a file in app/public/guides: a user guide, or its film with subtitles and picture. */
import type { Language } from '~/core/generatedData'

export const guideAddress = (guide: 'paying' | 'accounts' | 'staff', language: Language, kind: 'pdf' | 'webm' | 'vtt' | 'jpg') =>
  `${import.meta.env.BASE_URL}guides/${guide}.${language}.${kind}`
