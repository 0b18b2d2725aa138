/**
 * How a host addresses tenants: the app's own host, a tenant's host, or a local machine without host names for tenants.
 */
export type HostMode = 'selection' | 'subdomain' | 'local'

export interface TenantHost {
  mode: HostMode
  /** The tenant's slug, in subdomain mode. */
  slug: string | null
  /** `dev` or `stage` between the tenant's label and the main domain; otherwise, and on local hosts, production. */
  environment: 'production' | 'dev' | 'stage'
}

export const appLabel = 'app'
const environments = ['dev', 'stage'] as const

const privateAddress = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d+\.\d+(?:\.\d+)?$/
const anyAddress = /^\d+\.\d+\.\d+\.\d+$/

/** `[::1]:3000` → `::1`, `Harbor-Spa.example.com.:3000` → `harbor-spa.example.com` */
const hostName = (host: string): string =>
  (host.startsWith('[') ? host.slice(1, host.indexOf(']')) : host.replace(/:\d+$/, '')).toLowerCase().replace(/\.$/, '')

/** Whether a host is localhost or an IP address, which cannot carry a tenant's label. */
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

/**
 * What a host says about the tenant. Without a main domain, and on hosts outside it, people switch tenants without
 * changing host, as on local hosts.
 */
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
  /** With its port. */
  host: string
}

const withLabel = (label: string, { protocol, host }: Address, mainDomain: string): string => {
  const { environment } = resolveHost(host, mainDomain)
  const port = /:\d+$/.exec(host)?.[0] ?? ''
  const prefix = environment === 'production' ? '' : `${environment}.`
  return `${protocol}//${label}.${prefix}${mainDomain}${port}/`
}

/** The tenant's own address in the same environment, on the same port. */
export const tenantUrl = (slug: string, here: Address, mainDomain: string): string => withLabel(slug, here, mainDomain)

/** The address where a tenant is chosen. */
export const appUrl = (here: Address, mainDomain: string): string => withLabel(appLabel, here, mainDomain)
