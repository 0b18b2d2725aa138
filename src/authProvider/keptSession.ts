import type { Session as AuthSession } from '@supabase/supabase-js'
import { cookieStorage } from './cookieStorage'

export const storageKey = 'slotwise.auth'

/** Kept where a session expired, and was not ended by its person. */
export const expiredKey = `${storageKey}.expired`

export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const sessionStorageOf = (mainDomain: string | null): SessionStorage => {
  const isOnMainDomain = mainDomain && `.${location.hostname}`.endsWith(`.${mainDomain}`)
  return isOnMainDomain ? cookieStorage({ domain: mainDomain, isSecure: location.protocol === 'https:' }) : localStorage
}

/** Whichever tab wrote it. */
export const keptSession = (storage: Pick<Storage, 'getItem'>): AuthSession | null =>
  JSON.parse(storage.getItem(storageKey) ?? 'null') as AuthSession | null
