/** Whether single-key shortcuts are on. Users of speech input turn them off, because dictated words arrive as keys. */
import { atom, getDefaultStore } from 'jotai'

const storageKey = 'gridbill.singleKeys'

export const singleKeysAtom = atom(true)

export const hasSingleKeys = () => getDefaultStore().get(singleKeysAtom)

export function setSingleKeys(on: boolean) {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  apply(on)
}

function apply(on: boolean) {
  getDefaultStore().set(singleKeysAtom, on)
  document.documentElement.toggleAttribute('data-no-single-keys', !on)
}

if (localStorage.getItem(storageKey) === 'off') apply(false)
