/** Names that never leave the machine or the test network (RFC 6761), where there is no https. */
const isLocal = (host: string): boolean =>
  /(^|\.)(localhost|test)$/.test(host) || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

interface Options {
  /** Where people reach the installation. */
  siteUrl: string
  mainDomain?: string | undefined
  /** Other places of the web application, as origins. */
  allowedOrigins: readonly string[]
}

/**
 * Whether an origin is this installation's: its pages may call, and links in mails may lead there. That is its own address, a
 * place that the configuration names, and hosts of the main domain, which have to be https unless they are local.
 */
export const ownOrigins =
  ({ siteUrl, mainDomain, allowedOrigins }: Options) =>
  (origin: string): boolean => {
    if (origin === new URL(siteUrl).origin || allowedOrigins.includes(origin)) return true
    const { protocol, hostname } = new URL(origin)
    const isOfDomain = mainDomain !== undefined && (hostname === mainDomain || hostname.endsWith(`.${mainDomain}`))
    return isOfDomain && (protocol === 'https:' || (protocol === 'http:' && isLocal(hostname)))
  }
