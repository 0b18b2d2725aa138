/** Milliseconds; Infinity for never. */
interface Limits {
  /** An active client renews its tokens once an hour. */
  idleMs: number
  maxMs: number
}

export interface SessionLimits extends Limits {
  superuser: Limits
}

const endless: Limits = { idleMs: Number.POSITIVE_INFINITY, maxMs: Number.POSITIVE_INFINITY }
export const endlessSessions: SessionLimits = { ...endless, superuser: endless }

interface Times {
  createdAt: string
  usedAt: string | null
  isSuperuser: boolean
}

export const expiryOf = (
  { createdAt, usedAt, isSuperuser }: Times,
  { superuser, ...everybody }: SessionLimits,
  now: number,
): 'idle' | 'max' | null => {
  const own = isSuperuser ? superuser : everybody
  const idleMs = Math.min(own.idleMs, everybody.idleMs)
  const maxMs = Math.min(own.maxMs, everybody.maxMs)
  if (now > Date.parse(createdAt) + maxMs) return 'max'
  return now > Date.parse(usedAt ?? createdAt) + idleMs ? 'idle' : null
}
