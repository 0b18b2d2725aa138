/** These never leave the machine or the test network (RFC 6761). */
const isLocal = (host: string): boolean =>
  /(^|\.)(localhost|test)$/.test(host) || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

interface Options {
  siteUrl: string
  mainDomain?: string | undefined
  allowedOrigins: readonly string[]
}

/** Their pages may call, and mailed links may lead there. */
export const ownOrigins =
  ({ siteUrl, mainDomain, allowedOrigins }: Options) =>
  (origin: string): boolean => {
    if (origin === new URL(siteUrl).origin || allowedOrigins.includes(origin)) return true
    const { protocol, hostname } = new URL(origin)
    const isOfDomain = mainDomain !== undefined && (hostname === mainDomain || hostname.endsWith(`.${mainDomain}`))
    return isOfDomain && (protocol === 'https:' || (protocol === 'http:' && isLocal(hostname)))
  }
