import type { MailKind } from './mailTexts'
import { pkcePrefix } from './oneTimeTokens'

interface LinkOptions {
  issuer: string
  siteUrl: string
  isOwnOrigin: (origin: string) => boolean
}

const pages: ReadonlyMap<string, string> = new Map([
  ['recovery', '/new-password'],
  ['invite', '/new-password'],
  ['signup', '/confirm'],
  ['email_change', '/confirm'],
  ['email_change_undo', '/new-password'],
])

const linkTypes: ReadonlyMap<MailKind, string> = new Map([
  ['email_change_current', 'email_change'],
  ['email_change_new', 'email_change'],
])

export type Links = ReturnType<typeof createLinks>

export const createLinks = ({ issuer, siteUrl, isOwnOrigin }: LinkOptions) => {
  const target = (type: string, wanted: string | undefined): URL => {
    const page = new URL(pages.get(type) ?? '/', siteUrl)
    if (!wanted || !URL.canParse(wanted)) return page
    const url = new URL(wanted)
    // A `blob:` URL has the origin of the page that made it.
    return ['http:', 'https:'].includes(url.protocol) && isOwnOrigin(url.origin) ? url : page
  }

  const verifyLink = (token: string, type: string, redirectTo: string | undefined): string => {
    const url = new URL(`${issuer}/verify`)
    url.search = new URLSearchParams({ token, type, redirect_to: target(type, redirectTo).href }).toString()
    return url.href
  }

  /** Mail scanners fetch links, so the page redeems the token by a POST. */
  const pageLink = (token: string, type: string, redirectTo: string | undefined): string => {
    const url = new URL(pages.get(type) ?? '/', target(type, redirectTo))
    url.search = new URLSearchParams({ token_hash: token, type }).toString()
    return url.href
  }

  return {
    target,
    verifyLink,
    undoLink: (token: string): string => pageLink(token, 'email_change_undo', undefined),
    /** A PKCE client needs a code, which only GoTrue's link yields. */
    mailLink: (kind: MailKind, token: string | undefined, redirectTo: string | undefined): string | null => {
      if (token === undefined) return null
      const type = linkTypes.get(kind) ?? kind
      return (token.startsWith(pkcePrefix) ? verifyLink : pageLink)(token, type, redirectTo)
    },
  }
}
