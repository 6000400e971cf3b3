/** Checks that the preview of rights covers every screen and permission of the portal. */
import { expect, test } from 'vitest'
import { allows, endpoints, scopesOf, screens } from '~/core/core'
import words from '~/words/en/team.json'
import { namedPermissions } from './namedPermissions'

test('exactly the screens behind the sign-in have a display name', () => {
  const behind = screens.filter(({ audience }) => audience !== 'public').map(({ path }) => path)
  expect(Object.keys(words.screens).sort()).toEqual(behind.sort())
})

test('the named permissions have display names in the same order', () => {
  const worded = Object.entries(words.can).flatMap(([area, actions]) => Object.keys(actions).map((action) => [area, action]))
  expect(namedPermissions).toEqual(worded)
})

test('every permission that a call requires has a display name', () => {
  const asked = [...new Set(endpoints.flatMap(({ scope }) => scope ?? []))]
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((scope) => !namedPermissions.some(([area, action]) => allows([scope], area, action)))).toEqual([])
})

test('every named permission belongs to a role', () => {
  const none = { makePayments: false, manageAccounts: false }
  const all = [...scopesOf('master', none), ...scopesOf('pccrAdmin', none)]
  expect(namedPermissions.filter(([area, action]) => !allows(all, area, action))).toEqual([])
})
