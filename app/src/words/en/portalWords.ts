/** The words of the portal behind the sign-in. */
import accounts from './accounts.json'
import activity from './activity.json'
import announcements from './announcements.json'
import bills from './bills.json'
import commands from './commands.json'
import downloads from './downloads.json'
import form from './form.json'
import groups from './groups.json'
import home from './home.json'
import list from './list.json'
import notifications from './notifications.json'
import payments from './payments.json'
import paymentsMaking from './paymentsMaking.json'
import profile from './profile.json'
import registration from './registration.json'
import shell from './shell.json'
import statements from './statements.json'
import team from './team.json'

export const words = {
  accounts,
  activity,
  announcements,
  bills,
  commands,
  downloads,
  form,
  groups,
  home,
  list,
  notifications,
  payments,
  paymentsMaking,
  profile,
  registration,
  shell,
  statements,
  team,
}
