/** The announcements, shown above every screen. */
import { AnnouncementNotices } from '../kit/announcements/AnnouncementNotices'
import { useOnShow } from '../kit/announcements/onShow'

export function AnnouncementBar() {
  const shown = useOnShow()
  return shown && <AnnouncementNotices announcements={shown.announcements} isBrief />
}
