import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSessionStore } from '../authProvider/useSession'
import { config } from '../config'
import { type AnyResource, mayAccess } from '../schema'
import { useTenant } from '../tenant/TenantProvider'
import { useRole } from './useRole'

/** Changes within these milliseconds share a fetch. */
const gathered = 200

interface LiveUpdatesProps {
  resource: AnyResource
  /** First members of query keys. */
  refreshes: readonly string[]
}

/** Only while the page is visible: browsers allow few connections per host. Coming back refetches everything. */
export const LiveUpdates = ({ resource: { api, access }, refreshes }: LiveUpdatesProps) => {
  const client = useQueryClient()
  const session = useSessionStore()
  const { tenantId } = useTenant()
  const role = useRole()
  const mayRead = mayAccess(role, access, 'list')
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
      await Promise.all(refreshes.map(key => client.invalidateQueries({ queryKey: [key] })))
      isFetching = false
      // A new fetch would cancel the last.
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
        const { signal } = following
        const url = `${config.apiUrl}${api}/live`
        // No screen waits, and coming back retries.
        import('../dataProvider/followChanges').then(
          ({ followChanges }) => followChanges({ url, session, tenantId, signal, onChange }),
          () => {
            if (following?.signal === signal) following = null
          },
        )
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
  }, [client, session, tenantId, mayRead, api, refreshes])
  return null
}
