import type { EmailOtpType } from '@supabase/supabase-js'

export interface MailLink {
  /** Proves the address, once. Null if a hosted service has already exchanged it for a session. */
  token: { hash: string; type: EmailOtpType } | null
  /** A hosted service says so in the hash. */
  isRefused: boolean
  /** A hosted service accepted the first of two links that change an address. */
  isHalfDone: boolean
}

/** `fallback` is the type of a link without one. */
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
