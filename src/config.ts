/** The server's settings in the served page. */
export interface Config {
  productName: string
  /** `/api` or `https://api.example.com` */
  apiUrl: string
  /** `/auth/v1` or `https://x.supabase.co/auth/v1` */
  authUrl: string
  /** Supabase's anon key; empty with the embedded service. */
  authKey: string
  superusersNeedSecondFactor: boolean
  /** Mails reach people without an account. */
  canInvite: boolean
  hasDemo: boolean
  /** Its subdomains name tenants; null if hosts do not. */
  mainDomain: string | null
  /** With `{z}`, `{x}` and `{y}`, and an attribution. */
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
  // The server has no page.
  const block = typeof document === 'undefined' ? null : document.getElementById(configElementId)?.textContent?.trim()
  return block ? { ...defaults, ...(JSON.parse(block) as Partial<Config>) } : defaults
}

/** The server's settings, such as the product's name. */
export const config = readConfig()
