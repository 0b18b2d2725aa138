import { pkcePrefix, type TokenKind } from './oneTimeTokens'

interface LinkOptions {
  issuer: string
  siteUrl: string
  isOwnOrigin: (origin: string) => boolean
}

/** The pages of the web application that links lead to. */
const pages: ReadonlyMap<string, string> = new Map([
  ['recovery', '/new-password'],
  ['invite', '/new-password'],
  ['signup', '/confirm'],
  ['email_change', '/confirm'],
])

export type Links = ReturnType<typeof createLinks>

/** Where links in mails lead, and where following them ends. */
export const createLinks = ({ issuer, siteUrl, isOwnOrigin }: LinkOptions) => {
  /** The wanted address when it is one of ours; otherwise the page for that type of link. */
  const target = (type: string, wanted: string | undefined): URL => {
    const page = new URL(pages.get(type) ?? '/', siteUrl)
    if (!wanted || !URL.canParse(wanted)) return page
    const url = new URL(wanted)
    // `blob:` has the origin of what it was made from.
    return /^https?:$/.test(url.protocol) && isOwnOrigin(url.origin) ? url : page
  }

  /** GoTrue's own link: following it uses the token up. */
  const verifyLink = (token: string, type: string, redirectTo: string | undefined): string => {
    const url = new URL(`${issuer}/verify`)
    url.search = new URLSearchParams({ token, type, redirect_to: target(type, redirectTo).href }).toString()
    return url.href
  }

  /** A page that posts the token: a mail scanner that only fetches links does not use it up. */
  const pageLink = (token: string, type: string, redirectTo: string | undefined): string => {
    const url = new URL(pages.get(type) ?? '/', target(type, redirectTo))
    url.search = new URLSearchParams({ token_hash: token, type }).toString()
    return url.href
  }

  return {
    target,
    verifyLink,
    /** What a mail says. A client that uses PKCE waits for a code, which only GoTrue's own link gives. */
    mailLink: (token: string, kind: TokenKind, redirectTo: string | undefined): string =>
      (token.startsWith(pkcePrefix) ? verifyLink : pageLink)(token, kind, redirectTo),
  }
}
