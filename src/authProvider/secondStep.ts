import type { Session as AuthSession, Factor } from '@supabase/supabase-js'

export const verifiedFactors = (session: AuthSession | null): Factor[] =>
  session?.user.factors?.filter(({ status, factor_type }) => status === 'verified' && factor_type === 'totp') ?? []

/** For display; the service checks the token. */
export const isSecondStepDone = (session: AuthSession | null): boolean => {
  const [, payload = ''] = session?.access_token.split('.') ?? []
  try {
    return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: string }).aal === 'aal2'
  } catch {
    return false
  }
}

export const needsSecondStep = (session: AuthSession | null): boolean =>
  verifiedFactors(session).length > 0 && !isSecondStepDone(session)
