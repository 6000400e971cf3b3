/** What is announced to whoever is signed in. Asked for again at each instant at which something appears, begins or ends. */
import type { OnShow } from '../../core/plain'
import { type Reading, reading, useReadingHint } from '../call/read'
import { untilNext } from './untilNext'

const watched: Reading<OnShow> = { ...reading('GetAnnouncements', {}), refetchInterval: ({ state }) => untilNext(state.data) }

/** For the frame, which watches the clock for all that is drawn in it. */
export const useOnShow = () => useReadingHint(watched)
