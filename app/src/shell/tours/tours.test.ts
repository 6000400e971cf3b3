/** Compares the table of guided tours with core's, and the steps with their words. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { opensFor } from '~/core/core'
import { paths } from '~/core/links'
import en from '~/words/en/tours.json'
import ms from '~/words/ms/tours.json'
import { type Person, tours, toursOn } from './tours'

/** Reads the ids of core's tours, with their maximum number of steps. */
function tutorials(): [string, number][] {
  const source = readFileSync(new URL('../../../../core/src/identity/profile.rs', import.meta.url), 'utf8')
  const [, list = ''] = /TUTORIALS: &\[\(&str, u8\)\] = &\[([^;]*)\];/.exec(source) ?? []
  return [...list.matchAll(/\("(\w+)", (\d+)\)/g)].map(([, id = '', most]) => [id, Number(most)])
}

const none = { makePayments: false, manageAccounts: false }
const both = { makePayments: true, manageAccounts: true }
const people: Record<string, Person> = {
  master: { role: 'master', permissions: none },
  payer: { role: 'member', permissions: { ...none, makePayments: true } },
  keeper: { role: 'member', permissions: { ...none, manageAccounts: true } },
  both: { role: 'member', permissions: both },
  member: { role: 'member', permissions: none },
  viewer: { role: 'viewer', permissions: none },
  newcomer: { role: null, permissions: none },
  pccr: { role: 'pccrAdmin', permissions: none },
  glb: { role: 'glbAccountManager', permissions: none },
  ict: { role: 'ict', permissions: none },
}

test('the tours are those that core lists, and none has more steps than core allows', () => {
  const most = new Map(tutorials())
  expect(most.size).toBe(26)
  expect(tours.map(({ id }) => id).sort()).toEqual([...most.keys()].sort())
  for (const { id, steps } of tours) {
    expect(steps.length, id).toBeGreaterThan(0)
    expect(steps.length, id).toBeLessThanOrEqual(most.get(id) ?? 0)
  }
})

test('a tour is for users who can open its screen, and there are none in customer view mode', () => {
  for (const { id, on, isFor } of tours) {
    const meant = Object.values(people).filter((person) => toursOn(paths[on], { ...person, viewedBy: null }).some((one) => one.id === id))
    expect(meant.filter((person) => isFor(person) && opensFor(paths[on], person)).length, id).toBeGreaterThan(0)
    for (const person of Object.values(people)) expect(toursOn(paths[on], { ...person, viewedBy: 'pccrAdmin' })).toEqual([])
  }
})

test('each role has its own tours', () => {
  const of = (name: string, on: keyof typeof paths) =>
    toursOn(paths[on], { ...(people[name] as Person), viewedBy: null }).map(({ id }) => id)
  const toursByRole = (on: keyof typeof paths) => Object.fromEntries(Object.keys(people).map((name) => [name, of(name, on).join()]))
  const noTours = Object.fromEntries(Object.keys(people).map((name) => [name, '']))
  expect(toursByRole('groups')).toEqual({
    ...noTours,
    master: 'masterAccountGroup',
    payer: 'paymentMemberAccountGroup',
    keeper: 'accountMemberAccountGroup',
    both: 'accountMemberAccountGroup',
    member: 'viewerAccountGroup',
    viewer: 'viewerAccountGroup',
  })
  expect(toursByRole('accounts')).toEqual({
    ...noTours,
    master: 'masterAccount',
    payer: 'viewerAccount',
    keeper: 'masterAccount',
    both: 'masterAccount',
    member: 'viewerAccount',
    viewer: 'viewerAccount',
  })
  expect(toursByRole('bulkAccount')).toEqual({
    ...noTours,
    pccr: 'adminManageElectricityAccTutorialPCCR',
    glb: 'adminManageElectricityAccTutorialGLB',
  })
  expect(of('master', 'users')).toEqual(['masterManageUser'])
  expect(of('master', 'profile')).toEqual(['profile'])
  expect(of('viewer', 'profile')).toEqual(['profile', 'nonMasterManageUser'])
  expect(of('ict', 'businessUsers')).toEqual(['adminManageTNBUser'])
})

type Tree = { [key: string]: string | Tree }
const texts = (tree: Tree): string[] => Object.values(tree).flatMap((part) => (typeof part === 'string' ? [part] : texts(part)))
const figuresOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)

test('figures in steps come from core instead of the word files', () => {
  const source = readFileSync(new URL('useFigures.ts', import.meta.url), 'utf8')
  const given = [...source.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name)
  for (const words of [en, ms]) {
    const said = [...texts(words.steps), ...texts(words.welcome)]
    const named = new Set(said.flatMap(figuresOf))
    expect([...named].sort()).toEqual([...given].sort())
    expect(said.filter((text) => /\d/.test(text.replace(/\{\{\w+\}\}/g, '')))).toEqual([])
  }
})

test('the tour says that an account is removed with its unpaid bills, as its dialogue does', () => {
  expect(en.steps.editAccount.edit.text).toContain('with its unpaid bills')
  expect(ms.steps.editAccount.edit.text).toContain('bersama bilnya yang belum dibayar')
})

test('both languages have the words of exactly these steps, in the same order', () => {
  const used = Object.fromEntries(tours.map(({ id, steps }) => [id, steps.map(({ words }) => words)]))
  for (const { steps } of [en, ms])
    expect(
      Object.fromEntries(Object.entries(steps).map(([id, ofTour]) => [id, Object.keys(ofTour).map((name) => `${id}.${name}`)])),
    ).toEqual(used)
})
