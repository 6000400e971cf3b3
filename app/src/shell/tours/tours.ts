/**
 * The guided tours: audience, screen, elements and words. Core's `TUTORIALS` lists their ids with the maximum number of steps, and
 * `tours.test.ts` compares both. A step is skipped if its element is not on the page.
 */
import type { Profile } from '~/core/core'
import { paths, type ScreenName } from '~/core/links'
import type { KeyOf } from '~/words/store'
import type { Step } from './anchors'

type StemOf<Key> = Key extends `steps.${infer Stem}.title` ? Stem : never
type StepWords = StemOf<KeyOf<'tours'>>
type NameOf<Key> = Key extends `names.${infer Name}` ? Name : never
type TourId = NameOf<KeyOf<'tours'>>

export type Person = Pick<Profile, 'role' | 'permissions'>

export interface TourOfScreen {
  id: TourId
  on: ScreenName
  isFor: (person: Person) => boolean
  steps: readonly Step<StepWords>[]
}

const anyUser = () => true
const inBulk = ({ role }: Person) => role === 'master' || role === 'member' || role === 'viewer'
const master = ({ role }: Person) => role === 'master'
const nonMaster = (person: Person) => inBulk(person) && !master(person)
const managesAccounts = ({ role, permissions }: Person) => role === 'member' && permissions.manageAccounts
/** Whether the user makes payments, but does not manage accounts. */
const onlyMakesPayments = (person: Person) => person.role === 'member' && person.permissions.makePayments && !managesAccounts(person)
/** Whether the user is read-only: Viewers, and Members without permissions. */
const isReadOnly = (person: Person) => nonMaster(person) && !managesAccounts(person) && !onlyMakesPayments(person)
const mayChangeAccounts = (person: Person) => master(person) || managesAccounts(person)
const mayOnlyReadAccounts = (person: Person) => inBulk(person) && !mayChangeAccounts(person)
const pccr = ({ role }: Person) => role === 'pccrAdmin'
const glb = ({ role }: Person) => role === 'glbAccountManager'
const officer = (person: Person) => pccr(person) || glb(person)

const step = (at: string, words: StepWords): Step<StepWords> => ({ at, words })

export const tours: readonly TourOfScreen[] = [
  {
    id: 'home',
    on: 'home',
    isFor: inBulk,
    steps: [
      step('menu', 'home.menu'),
      step('today', 'home.today'),
      step('figures', 'home.figures'),
      step('months', 'home.months'),
      step('latest', 'home.latest'),
      step('states', 'home.states'),
      step('bell', 'home.bell'),
      step('help', 'home.help'),
      step('account', 'home.account'),
    ],
  },
  {
    id: 'billPayment',
    on: 'batches',
    isFor: inBulk,
    steps: [
      step('tabs', 'billPayment.tabs'),
      step('figures', 'billPayment.figures'),
      step('views', 'billPayment.views'),
      step('tools', 'billPayment.tools'),
      step('tick', 'billPayment.tick'),
      step('row', 'billPayment.row'),
    ],
  },
  {
    id: 'findings',
    on: 'findings',
    isFor: inBulk,
    steps: [step('figures', 'findings.figures'), step('tools', 'findings.tools'), step('row', 'findings.row')],
  },
  { id: 'queries', on: 'queries', isFor: inBulk, steps: [step('tools', 'queries.tools'), step('row', 'queries.row')] },
  {
    id: 'payments',
    on: 'payments',
    isFor: inBulk,
    steps: [step('figures', 'payments.figures'), step('tools', 'payments.tools'), step('row', 'payments.row')],
  },
  {
    id: 'masterAccount',
    on: 'accounts',
    isFor: mayChangeAccounts,
    steps: [
      step('tabs', 'masterAccount.tabs'),
      step('figures', 'masterAccount.figures'),
      step('tools', 'masterAccount.tools'),
      step('row', 'masterAccount.row'),
      step('tick', 'masterAccount.tick'),
      step('actions', 'masterAccount.add'),
    ],
  },
  {
    id: 'viewerAccount',
    on: 'accounts',
    isFor: mayOnlyReadAccounts,
    steps: [step('figures', 'viewerAccount.figures'), step('tools', 'viewerAccount.tools'), step('row', 'viewerAccount.row')],
  },
  { id: 'account', on: 'account', isFor: mayOnlyReadAccounts, steps: [step('facts', 'account.facts')] },
  {
    id: 'editAccount',
    on: 'account',
    isFor: mayChangeAccounts,
    steps: [step('facts', 'editAccount.facts'), step('owed', 'editAccount.owed'), step('actions', 'editAccount.edit')],
  },
  { id: 'addAccount', on: 'addAccounts', isFor: mayChangeAccounts, steps: [step('addBy', 'addAccount.how')] },
  {
    id: 'masterAccountGroup',
    on: 'groups',
    isFor: master,
    steps: [step('actions', 'masterAccountGroup.create'), step('row', 'masterAccountGroup.row'), step('tools', 'masterAccountGroup.rest')],
  },
  {
    id: 'accountMemberAccountGroup',
    on: 'groups',
    isFor: managesAccounts,
    steps: [step('actions', 'accountMemberAccountGroup.create'), step('row', 'accountMemberAccountGroup.row')],
  },
  {
    id: 'paymentMemberAccountGroup',
    on: 'groups',
    isFor: onlyMakesPayments,
    steps: [step('row', 'paymentMemberAccountGroup.row'), step('tools', 'paymentMemberAccountGroup.find')],
  },
  { id: 'viewerAccountGroup', on: 'groups', isFor: isReadOnly, steps: [step('row', 'viewerAccountGroup.row')] },
  {
    id: 'masterManageUser',
    on: 'users',
    isFor: master,
    steps: [
      step('figures', 'masterManageUser.figures'),
      step('tools', 'masterManageUser.tools'),
      step('row', 'masterManageUser.row'),
      step('actions', 'masterManageUser.add'),
      step('actions', 'masterManageUser.transfer'),
    ],
  },
  { id: 'profile', on: 'profile', isFor: (person) => inBulk(person) || person.role === null, steps: [step('about', 'profile.about')] },
  // Only the Master can open the list of users, so other users get these steps on their profile.
  {
    id: 'nonMasterManageUser',
    on: 'profile',
    isFor: nonMaster,
    steps: [step('role', 'nonMasterManageUser.role'), step('help', 'nonMasterManageUser.ask')],
  },
  {
    id: 'adminPayment',
    on: 'pendingPayments',
    isFor: officer,
    steps: [
      step('figures', 'adminPayment.figures'),
      step('tools', 'adminPayment.tools'),
      step('row', 'adminPayment.row'),
      step('actions', 'adminPayment.statement'),
    ],
  },
  {
    id: 'adminBulkAccounts',
    on: 'bulkAccounts',
    isFor: officer,
    steps: [step('tools', 'adminBulkAccounts.tools'), step('row', 'adminBulkAccounts.row')],
  },
  {
    id: 'adminManageBulkAccounts',
    on: 'bulkCompany',
    isFor: officer,
    steps: [
      step('tabs', 'adminManageBulkAccounts.tabs'),
      step('actions', 'adminManageBulkAccounts.view'),
      step('company', 'adminManageBulkAccounts.company'),
    ],
  },
  {
    id: 'adminManageElectricityAccTutorialPCCR',
    on: 'bulkAccount',
    isFor: pccr,
    steps: [
      step('tabs', 'adminManageElectricityAccTutorialPCCR.tabs'),
      step('figures', 'adminManageElectricityAccTutorialPCCR.figures'),
      step('tools', 'adminManageElectricityAccTutorialPCCR.tools'),
      step('row', 'adminManageElectricityAccTutorialPCCR.row'),
      step('tick', 'adminManageElectricityAccTutorialPCCR.tick'),
      step('actions', 'adminManageElectricityAccTutorialPCCR.add'),
    ],
  },
  {
    id: 'adminManageElectricityAccTutorialGLB',
    on: 'bulkAccount',
    isFor: glb,
    steps: [
      step('tabs', 'adminManageElectricityAccTutorialGLB.tabs'),
      step('figures', 'adminManageElectricityAccTutorialGLB.figures'),
      step('tools', 'adminManageElectricityAccTutorialGLB.tools'),
      step('actions', 'adminManageElectricityAccTutorialGLB.view'),
    ],
  },
  {
    id: 'manageUserPCCR',
    on: 'bulkUsers',
    isFor: pccr,
    steps: [
      step('figures', 'manageUserPCCR.figures'),
      step('tools', 'manageUserPCCR.tools'),
      step('row', 'manageUserPCCR.row'),
      step('actions', 'manageUserPCCR.add'),
    ],
  },
  {
    id: 'manageUserGLB',
    on: 'bulkUsers',
    isFor: glb,
    steps: [step('figures', 'manageUserGLB.figures'), step('row', 'manageUserGLB.row')],
  },
  {
    id: 'adminManageTNBUser',
    on: 'businessUsers',
    isFor: anyUser,
    steps: [
      step('figures', 'adminManageTNBUser.figures'),
      step('tools', 'adminManageTNBUser.tools'),
      step('row', 'adminManageTNBUser.row'),
    ],
  },
  { id: 'adminProfile', on: 'staffProfile', isFor: anyUser, steps: [step('about', 'adminProfile.about')] },
]

/** Returns the user's tours for the screen at this route path. In customer view mode there are none. */
export const toursOn = (path: string | undefined, person: Person & Pick<Profile, 'viewedBy'>): readonly TourOfScreen[] =>
  person.viewedBy === null ? tours.filter(({ on, isFor }) => paths[on] === path && isFor(person)) : []
