import type { EmailOtpType } from '@supabase/supabase-js'

/** What the link of a mail carries. */
export interface MailLink {
  /** Proves the address, once; null if a hosted service has already used it to start a session. */
  token: { hash: string; type: EmailOtpType } | null
  /** A hosted service refused the link; the hash says so. */
  isRefused: boolean
  /** A hosted service has used the first of the two links of a change of address. */
  isHalfDone: boolean
}

/** Reads the link that opened the page. `fallback`: its type if it does not say. */
export const readMailLink = ({ search, hash }: { search: string; hash: string }, fallback: EmailOtpType): MailLink => {
  const params = new URLSearchParams(search)
  const tokenHash = params.get('token_hash')
  const said = new URLSearchParams(hash.slice(1))
  return {
    token: tokenHash ? { hash: tokenHash, type: (params.get('type') ?? fallback) as EmailOtpType } : null,
    isRefused: said.has('error'),
    isHalfDone: said.has('message'),
  }
}
