import { expect, test } from 'vitest'
import type { ApprovalPolicy } from '~/core/core'
import { entryOf, fieldAt, newGroup, newLayer, newStep, type PolicyEntry, policyOf, problemsOf, sentencesOf } from './policyForm'

const known = { userIds: ['aina', 'badrul', 'chong'], accountGroupIds: ['north'] }
const users = [
  { userId: 'aina', name: 'Aina', canApprove: true, isCaller: false },
  { userId: 'badrul', name: 'Badrul', canApprove: true, isCaller: false },
  { userId: 'chong', name: 'Chong', canApprove: true, isCaller: true },
]

const policy: ApprovalPolicy = {
  approverGroups: [{ name: 'Directors', userIds: ['chong'] }],
  layers: [
    { from: '0.00', steps: [{ mode: 'any', userIds: ['aina', 'badrul'], groups: [] }] },
    {
      from: '250000.00',
      largestBillFrom: '50000.00',
      steps: [
        { mode: 'any', userIds: ['aina', 'badrul'], groups: [] },
        { mode: 'all', userIds: [], groups: ['Directors'] },
      ],
    },
    { groupId: 'north', from: '1000.00', steps: [{ mode: 'any', userIds: ['aina'], groups: [] }] },
  ],
}

const problemsAt = (entry: PolicyEntry) => problemsOf(entry, known, 'en').map(({ id }) => id)
const step = { ...newStep(), userIds: ['aina'] }

test('a policy is the same after it went through the form', () => {
  expect(policyOf(entryOf(policy), 'en')).toEqual(policy)
  expect(problemsAt(entryOf(policy))).toEqual([])
})

test('the form describes the policy as it is typed', () => {
  const layer = {
    ...newLayer(),
    from: '250,000'.replace(',', ''),
    steps: [
      { ...newStep(), userIds: ['aina', 'badrul'] },
      { ...newStep(), userIds: ['chong'] },
    ],
  }
  const said = (policy: PolicyEntry) => sentencesOf(policy, { users, accountGroups: [] }, 'en', (number) => `Rule ${number} is unfinished.`)
  expect(said({ groups: [], layers: [layer, newLayer()] })).toEqual([
    'A payment of RM\u00a0250,000.00 or more needs one of Aina or Badrul, then Chong.',
    'Rule 2 is unfinished.',
  ])
})

test('a policy without layers begins with one', () => {
  expect(entryOf({ approverGroups: [], layers: [] }).layers).toHaveLength(1)
})

test('a group that is renamed stays in its steps', () => {
  const entry = entryOf(policy)
  const renamed = { ...entry, groups: entry.groups.map((group) => ({ ...group, name: 'Board ' })) }
  expect(policyOf(renamed, 'en').layers?.[1]?.steps[1]?.groups).toEqual(['Board'])
})

test('refusals are shown at the fields of the form', () => {
  expect(problemsAt({ groups: [], layers: [{ ...newLayer(), from: 'much', largest: '1,5', steps: [step] }] })).toEqual([
    'policy.layers.0.from',
    'policy.layers.0.largestBillFrom',
  ])
  expect(problemsAt({ groups: [], layers: [newLayer()] })).toEqual(['policy.layers.0.steps.0'])
  expect(problemsAt({ groups: [newGroup()], layers: [{ ...newLayer(), steps: [step] }] })).toEqual(['policy.approverGroups.0.name'])
  expect(
    problemsAt({
      groups: [],
      layers: [
        { ...newLayer(), steps: [step] },
        { ...newLayer(), steps: [step] },
      ],
    }),
  ).toEqual(['policy.layers.1.from'])
  expect(problemsAt({ groups: [], layers: [{ ...newLayer(), steps: [step, { ...newStep(), userIds: ['aina'] }] }] })).toEqual([
    'policy.layers.0.steps.1',
  ])
  expect(fieldAt('policy.layers.1.steps.0.userIds')).toBe('policy.layers.1.steps.0')
})
