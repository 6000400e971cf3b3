/*
 * singleKeysAtom, keepSingleKeys(on), hasSingleKeys()
 * Whether a key alone does something. People who speak to their computer turn that off: what they say is typed.
 */
import { atom, getDefaultStore } from 'jotai'

const storageKey = 'gridbill.singleKeys'

export const singleKeysAtom = atom(true)

export const hasSingleKeys = () => getDefaultStore().get(singleKeysAtom)

export function keepSingleKeys(on: boolean) {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  show(on)
}

/** The hints of keys go with them. */
function show(on: boolean) {
  getDefaultStore().set(singleKeysAtom, on)
  document.documentElement.toggleAttribute('data-no-single-keys', !on)
}

if (localStorage.getItem(storageKey) === 'off') show(false)
