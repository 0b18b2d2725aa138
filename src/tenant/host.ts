/** The app's own host, a tenant's, or one that cannot name tenants. */
export type HostMode = 'selection' | 'subdomain' | 'local'

export interface TenantHost {
  mode: HostMode
  /** Null outside subdomain mode. */
  slug: string | null
  /** `dev` or `stage`, before the main domain. */
  environment: 'production' | 'dev' | 'stage'
}

export const appLabel = 'app'
const environments = ['dev', 'stage'] as const

const privateAddress = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d+\.\d+(?:\.\d+)?$/
const anyAddress = /^\d+\.\d+\.\d+\.\d+$/

/** `[::1]:3000` → `::1`, `Harbor-Spa.example.com.:3000` → `harbor-spa.example.com` */
const hostName = (host: string): string =>
  (host.startsWith('[') ? host.slice(1, host.indexOf(']')) : host.replace(/:\d+$/, '')).toLowerCase().replace(/\.$/, '')

export const isLocalHost = (host: string): boolean => {
  const name = hostName(host)
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name.includes(':') ||
    privateAddress.test(name) ||
    anyAddress.test(name)
  )
}

const local: TenantHost = { mode: 'local', slug: null, environment: 'production' }

/** Without a main domain, people switch on one host. */
export const resolveHost = (host: string, mainDomain: string | null): TenantHost => {
  const name = hostName(host)
  if (!mainDomain || isLocalHost(host)) return local
  if (name === mainDomain) return { mode: 'selection', slug: null, environment: 'production' }
  if (!name.endsWith(`.${mainDomain}`)) return local
  const labels = name.slice(0, -mainDomain.length - 1).split('.')
  const last = labels.at(-1)
  const environment = environments.find(each => each === last) ?? 'production'
  const [label, ...rest] = environment === 'production' ? labels : labels.slice(0, -1)
  if (rest.length > 0) return local
  if (label === undefined || label === appLabel) return { mode: 'selection', slug: null, environment }
  return { mode: 'subdomain', slug: label, environment }
}

interface Address {
  protocol: string
  host: string
}

const withLabel = (label: string, { protocol, host }: Address, mainDomain: string): string => {
  const { environment } = resolveHost(host, mainDomain)
  const port = /:\d+$/.exec(host)?.[0] ?? ''
  const prefix = environment === 'production' ? '' : `${environment}.`
  return `${protocol}//${label}.${prefix}${mainDomain}${port}/`
}

export const tenantUrl = (slug: string, here: Address, mainDomain: string): string => withLabel(slug, here, mainDomain)

export const appUrl = (here: Address, mainDomain: string): string => withLabel(appLabel, here, mainDomain)
