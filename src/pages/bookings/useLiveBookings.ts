import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSessionStore } from '../../authProvider/useSession'
import { config } from '../../config'
import { followChanges } from '../../dataProvider/followChanges'
import { useRole } from '../../layout/useRole'
import { bookings } from '../../resources/bookings'
import { mayAccess } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import { refreshBookings } from './bookingsApi'

/** What happens in quick succession is fetched once, in milliseconds. */
const gathered = 200

/**
 * Shows what others book within a second or two. Only while somebody is looking: a browser has few connections to one host, and
 * whoever comes back gets everything anew.
 */
export const useLiveBookings = (): void => {
  const client = useQueryClient()
  const session = useSessionStore()
  const { tenantId } = useTenant()
  const role = useRole()
  const mayRead = mayAccess(role, bookings.access, 'list')
  useEffect(() => {
    if (!tenantId || !mayRead) return
    let following: AbortController | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFetching = false
    let hasMore = false
    const fetchAnew = async () => {
      timer = undefined
      isFetching = true
      hasMore = false
      await refreshBookings(client)
      isFetching = false
      // One after the other: each would otherwise cut off the one before.
      if (hasMore) onChange()
    }
    const onChange = () => {
      hasMore = true
      if (!isFetching) timer ??= setTimeout(() => void fetchAnew(), gathered)
    }
    const follow = () => {
      if (document.hidden) {
        following?.abort()
        following = null
      } else if (!following) {
        following = new AbortController()
        void followChanges({
          url: `${config.apiUrl}${bookings.api}/live`,
          session,
          tenantId,
          signal: following.signal,
          onChange,
        })
      }
    }
    const comeBack = () => {
      follow()
      if (!document.hidden) onChange()
    }
    follow()
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      document.removeEventListener('visibilitychange', comeBack)
      following?.abort()
      clearTimeout(timer)
    }
  }, [client, session, tenantId, mayRead])
}
