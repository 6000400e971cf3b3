/** Types for the parts of the package `oidc-provider` that the journeys use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope: (scope: string) => void
    save: () => Promise<string>
  }
  interface Context {
    oidc: {
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
      client: { clientId: string }
      session: { accountId: string }
    }
  }
  interface Configuration {
    clients: { client_id: string; client_secret: string; redirect_uris: string[]; id_token_signed_response_alg?: string }[]
    enabledJWA: { idTokenSigningAlgValues: string[] }
    cookies: { keys: string[] }
    features: { devInteractions: { enabled: boolean } }
    findAccount: (context: unknown, subject: string) => { accountId: string; claims: () => Record<string, string> }
    loadExistingGrant: (context: Context) => Promise<Grant>
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
