import type { EmailOtpType } from '@supabase/supabase-js'

export interface MailLink {
  /** Proves the address, once. Null if a hosted service has exchanged it for a session. */
  token: { hash: string; type: EmailOtpType } | null
  /** From the hash, with a hosted service. */
  isRefused: boolean
  /** The first of an address change's two links was accepted. */
  isHalfDone: boolean
}

/** `fallback` is the type of links without one. */
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
