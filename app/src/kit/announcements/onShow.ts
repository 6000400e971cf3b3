/** Announcements for signed-in users. Read again whenever an announcement appears, begins or ends. */
import type { OnShow } from '../../core/generatedData'
import { type CallQuery, callQuery, useOptionalQuery } from '../call/read'
import { untilNext } from './untilNext'

const watched: CallQuery<OnShow> = { ...callQuery('GetAnnouncements', {}), refetchInterval: ({ state }) => untilNext(state.data) }

/** For the portal's frame, which refreshes them for all screens. */
export const useOnShow = () => useOptionalQuery(watched)
