/** What the server tells the browser when it serves the page. */
export interface Config {
  productName: string
  /** Base of the product API, such as `/api` or `https://api.example.com`. */
  apiUrl: string
  /** Base of the auth service, such as `/auth/v1` or `https://x.supabase.co/auth/v1`. */
  authUrl: string
  /** Supabase's anon key; empty with the embedded service. */
  authKey: string
  /** Superusers have to sign in with a second step. */
  superusersNeedSecondFactor: boolean
  /** Mails can be sent to people without an account, so tenants can invite them. */
  canInvite: boolean
  /** The demo is on: its accounts can sign in. */
  hasDemo: boolean
  /** The domain whose subdomains name tenants; null if tenants are not addressed by host. */
  mainDomain: string | null
}

/** The id of the JSON data block in `index.html` that holds the configuration. */
export const configElementId = 'config'

const defaults: Config = {
  productName: 'Slotwise',
  apiUrl: '/api',
  authUrl: '/auth/v1',
  authKey: '',
  superusersNeedSecondFactor: false,
  canInvite: true,
  hasDemo: false,
  mainDomain: null,
}

const readConfig = (): Config => {
  // The server imports the type and the id; only the browser has a page to read from.
  const block = typeof document === 'undefined' ? null : document.getElementById(configElementId)?.textContent?.trim()
  return block ? { ...defaults, ...(JSON.parse(block) as Partial<Config>) } : defaults
}

export const config = readConfig()
