import type { EmailOtpType } from '@supabase/auth-js'

/** What the link of a mail carries. */
export interface MailLink {
  /** Proves the address, once; null when a hosted service has used it up already and started a session. */
  token: { hash: string; type: EmailOtpType } | null
  /** A hosted service says in the hash why a link does not work any more. */
  isRefused: boolean
}

/** Reads the link that one came by. `fallback`: what the link is for when it does not say. */
export const readMailLink = ({ search, hash }: { search: string; hash: string }, fallback: EmailOtpType): MailLink => {
  const params = new URLSearchParams(search)
  const tokenHash = params.get('token_hash')
  return {
    token: tokenHash ? { hash: tokenHash, type: (params.get('type') ?? fallback) as EmailOtpType } : null,
    isRefused: new URLSearchParams(hash.slice(1)).has('error'),
  }
}
