/** Whether two questions are about the same list, however it is narrowed, ordered or cut into pages. */

/** These say how a list is shown; whatever else is in a request says which list it is. */
const showing = new Set([
  'filter',
  'sort',
  'recordCount',
  'count',
  'search',
  'searchString',
  'criteria',
  'groupIds',
  'businessType',
  'activity',
  'activationStatus',
  'withoutAccounts',
])

type Key = readonly unknown[]

const identity = ([name, request]: Key): string =>
  JSON.stringify([
    name,
    Object.entries((request ?? {}) as object)
      .filter(([field]) => !showing.has(field))
      .sort(),
  ])

export const isSameList = (one: Key, other: Key): boolean => identity(one) === identity(other)
