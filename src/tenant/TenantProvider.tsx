import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useAccount, useMe } from '../authProvider/AccountProvider'
import type { MyMembership } from '../authProvider/me'
import { useSession } from '../authProvider/useSession'
import { config } from '../config'
import { showToast } from '../notifications/toast'
import type { Tenant } from '../resources/tenants'
import { announceArrival, announceLater } from './announcement'
import { appUrl, type HostMode, resolveHost, tenantUrl } from './host'
import { readChoice, tenantChoiceKey, writeChoice } from './tenantChoice'

/** How long the toast "Switching to …" stands before the other host opens. */
export const redirectDelayMs = 300

export interface TenantState {
  mode: HostMode
  /** The current tenant's id; null when none is chosen, or the host names one that is not the person's. */
  tenantId: string | null
  tenant: Tenant | null
  /** Null for a superuser who is in the tenant without being a member. */
  membership: MyMembership | null
  /** The tenants that the person may work in. */
  tenants: readonly Tenant[]
  isLoading: boolean
  error: Error | null
  switchTenant(tenantId: string): void
  /** Goes back to choosing a tenant. */
  leaveTenant(): void
  /** What to call a tenant, also while its name is not known. */
  tenantName(tenantId: string | null): string
}

const TenantContext = createContext<TenantState | null>(null)

/** @throws outside a TenantProvider */
export const useTenant = (): TenantState => {
  const state = useContext(TenantContext)
  if (!state) throw new Error('useTenant must be used within a TenantProvider')
  return state
}

export type FetchTenants = (signal?: AbortSignal) => Promise<Tenant[]>

interface TenantProviderProps {
  fetchTenants: FetchTenants
  /** Goes to another host. */
  visit?: (url: string) => void
  children: ReactNode
}

/** Knows in which of their tenants the person works now, from the host or from what they chose before. */
export const TenantProvider = ({
  fetchTenants,
  visit = url => location.assign(url),
  children,
}: TenantProviderProps) => {
  const { client } = useAccount()
  const { session, user } = useSession()
  const { data: me, isLoading: isMeLoading } = useMe()
  const { mode, slug } = useMemo(() => resolveHost(location.host, config.mainDomain), [])
  const {
    data: tenants = none,
    error,
    isSuccess: areTenantsKnown,
    isLoading: areTenantsLoading,
  } = useQuery(
    { queryKey: ['tenants', 'mine'], queryFn: ({ signal }) => fetchTenants(signal), enabled: session !== null },
    client,
  )
  const userId = user?.id
  const [choice, setChoice] = useState(readChoice)
  const chosen = choice && choice.userId === userId ? choice.tenantId : null

  useEffect(() => {
    // Another tab chose.
    const follow = (event: StorageEvent) => {
      if (event.key === tenantChoiceKey) setChoice(readChoice())
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])

  useEffect(() => {
    if (config.mainDomain && mode === 'subdomain') announceArrival(config.mainDomain)
  }, [mode])

  const tenantName = useCallback(
    (tenantId: string | null): string => {
      if (!tenantId) return 'Unknown Tenant'
      const name =
        tenants.find(({ id }) => id === tenantId)?.name ??
        me?.memberships.find(each => each.tenantId === tenantId)?.tenantName
      if (name) return name
      return error ? 'Error loading tenant' : `Tenant ${tenantId.slice(0, 8)}`
    },
    [tenants, me, error],
  )

  const mine = me?.memberships.filter(({ isActive }) => isActive) ?? []
  const isTheirs = (id: string) =>
    mine.some(({ tenantId }) => tenantId === id) || tenants.some(tenant => tenant.id === id)
  const bySlug =
    tenants.find(tenant => tenant.slug === slug)?.id ??
    mine.find(({ tenantSlug }) => tenantSlug === slug)?.tenantId ??
    null
  // Until it is known where they may work, the choice stands: a superuser's memberships do not tell.
  const isKnown = me !== undefined && (areTenantsKnown || me.userType !== 'superuser')
  const tenantId = mode === 'subdomain' ? bySlug : chosen && (!isKnown || isTheirs(chosen)) ? chosen : null

  const switchTenant = useCallback(
    (id: string) => {
      const name = tenantName(id)
      const target =
        tenants.find(tenant => tenant.id === id)?.slug ?? me?.memberships.find(each => each.tenantId === id)?.tenantSlug
      void showToast('info', `Switching to ${name}...`)
      if (mode !== 'local' && config.mainDomain && target) {
        announceLater(name, config.mainDomain)
        const url = tenantUrl(target, location, config.mainDomain)
        setTimeout(() => visit(url), redirectDelayMs)
        return
      }
      if (userId) {
        writeChoice({ userId, tenantId: id })
        setChoice({ userId, tenantId: id })
      }
      setTimeout(() => void showToast('success', `Switched to ${name}`), redirectDelayMs)
    },
    [tenants, me, mode, userId, tenantName, visit],
  )

  const leaveTenant = useCallback(() => {
    writeChoice(null)
    setChoice(null)
    if (mode === 'subdomain' && config.mainDomain) visit(appUrl(location, config.mainDomain))
  }, [mode, visit])

  const isLoading = areTenantsLoading || isMeLoading
  const state = useMemo<TenantState>(
    () => ({
      mode,
      tenantId,
      tenant: tenants.find(({ id }) => id === tenantId) ?? null,
      membership: me?.memberships.find(each => each.tenantId === tenantId && each.isActive) ?? null,
      tenants,
      isLoading,
      error,
      switchTenant,
      leaveTenant,
      tenantName,
    }),
    [mode, tenantId, tenants, me, isLoading, error, switchTenant, leaveTenant, tenantName],
  )
  return <TenantContext value={state}>{children}</TenantContext>
}

const none: readonly Tenant[] = []
