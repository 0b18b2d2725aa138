import type { Session as AuthSession, Factor } from '@supabase/supabase-js'

/** The person's confirmed authenticator apps. */
export const verifiedFactors = (session: AuthSession | null): Factor[] =>
  session?.user.factors?.filter(({ status, factor_type }) => status === 'verified' && factor_type === 'totp') ?? []

/** Whether the second step of signing in is done. For display only: the service checks the token itself. */
export const isSecondStepDone = (session: AuthSession | null): boolean => {
  const [, payload = ''] = session?.access_token.split('.') ?? []
  try {
    return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: string }).aal === 'aal2'
  } catch {
    return false
  }
}

/** Whether a code is still missing after the password: the session is not usable yet. */
export const needsSecondStep = (session: AuthSession | null): boolean =>
  verifiedFactors(session).length > 0 && !isSecondStepDone(session)
