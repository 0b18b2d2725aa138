/** The server's settings for the browser, in the served page. */
export interface Config {
  productName: string
  /** Such as `/api` or `https://api.example.com`. */
  apiUrl: string
  /** Such as `/auth/v1` or `https://x.supabase.co/auth/v1`. */
  authUrl: string
  /** Supabase's anon key; empty with the embedded service. */
  authKey: string
  superusersNeedSecondFactor: boolean
  /** Mails can reach people without an account, so tenants can invite them. */
  canInvite: boolean
  /** The demo's accounts can sign in. */
  hasDemo: boolean
  /** The domain whose subdomains name tenants; null if hosts do not. */
  mainDomain: string | null
  /** The address of a map's pictures, with `{z}`, `{x}` and `{y}`, and whose they are; maps have none without it. */
  map?: { tiles: string; attribution: string }
}

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
  // The server imports this module without a page to read.
  const block = typeof document === 'undefined' ? null : document.getElementById(configElementId)?.textContent?.trim()
  return block ? { ...defaults, ...(JSON.parse(block) as Partial<Config>) } : defaults
}

/** The server's settings for the browser, such as the product's name and the API's addresses. */
export const config = readConfig()
