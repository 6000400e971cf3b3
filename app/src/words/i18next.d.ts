import type common from './en/common.json'
import type identity from './en/identity.json'
import type { PortalWords } from './portal'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: { common: typeof common; identity: typeof identity } & PortalWords
    returnNull: false
  }
}
