import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useAccount, useMe } from '../authProvider/AccountProvider'
import type { MyMembership } from '../authProvider/me'
import { useSession } from '../authProvider/useSession'
import { config } from '../config'
import { showToast } from '../notifications/toast'
import { announceArrival, announceLater } from './announcement'
import { appUrl, type HostMode, resolveHost, tenantUrl } from './host'
import type { Tenant } from './Tenant'
import { readChoice, tenantChoiceKey, writeChoice } from './tenantChoice'

export const redirectDelayMs = 300

export interface SwitchWords {
  switching(name: string): string
  switched(name: string): string
}

export interface TenantState {
  mode: HostMode
  /** Null also if the person may not enter. */
  tenantId: string | null
  tenant: Tenant | null
  /** Null for a superuser without membership. */
  membership: MyMembership | null
  tenants: readonly Tenant[]
  isLoading: boolean
  error: Error | null
  /** `arrived` is a just joined tenant, not yet in `tenants`. */
  switchTenant(tenantId: string, words: SwitchWords, arrived?: Pick<Tenant, 'name' | 'slug'>): void
  leaveTenant(words: { leaving: string; left: string }): void
  tenantName(tenantId: string | null): string
}

const TenantContext = createContext<TenantState | null>(null)

/**
 * The current tenant, the person's tenants, and functions to switch.
 * @throws outside a TenantProvider
 */
export const useTenant = (): TenantState => {
  const state = useContext(TenantContext)
  if (!state) throw new Error('useTenant must be used within a TenantProvider')
  return state
}

export type FetchTenants = (signal?: AbortSignal) => Promise<Tenant[]>

/** Followed across tabs. */
const useTenantChoice = (userId: string | undefined) => {
  const [choice, setChoice] = useState(readChoice)
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === tenantChoiceKey) setChoice(readChoice())
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
  const choose = useCallback(
    (tenantId: string | null) => {
      if (tenantId && !userId) return
      const next = tenantId && userId ? { userId, tenantId } : null
      writeChoice(next)
      setChoice(next)
    },
    [userId],
  )
  return [choice && choice.userId === userId ? choice.tenantId : null, choose] as const
}

/** The person's tenants and memberships. */
const useTenants = (fetchTenants: FetchTenants) => {
  const { client } = useAccount()
  const { session } = useSession()
  const { data: me, isLoading: isMeLoading, isUnknown: isMeUnknown } = useMe()
  const {
    data: tenants = none,
    error,
    isSuccess: areKnown,
    isLoading: areLoading,
  } = useQuery(
    { queryKey: ['tenants', 'mine'], queryFn: ({ signal }) => fetchTenants(signal), enabled: session !== null },
    client,
  )
  const isLoading = areLoading || (isMeLoading && !isMeUnknown)
  return useMemo(() => ({ me, tenants, error, areKnown, isLoading }), [me, tenants, error, areKnown, isLoading])
}

type Tenants = ReturnType<typeof useTenants>

const nameIn = ({ me, tenants, error }: Tenants, tenantId: string | null): string => {
  if (!tenantId) return 'Unknown Tenant'
  const name =
    tenants.find(({ id }) => id === tenantId)?.name ??
    me?.memberships.find(each => each.tenantId === tenantId)?.tenantName
  if (name) return name
  return error ? 'Error loading tenant' : `Tenant ${tenantId.slice(0, 8)}`
}

const slugIn = ({ me, tenants }: Tenants, tenantId: string): string | undefined =>
  tenants.find(({ id }) => id === tenantId)?.slug ??
  me?.memberships.find(each => each.tenantId === tenantId)?.tenantSlug

interface Place {
  mode: HostMode
  slug: string | null
  chosen: string | null
  hasLeft: boolean
}

/** From the host, or the person's last choice. `only` is the single tenant, to be stored as the choice. */
const currentIn = (
  { me, tenants, areKnown }: Tenants,
  { mode, slug, chosen, hasLeft }: Place,
): { tenantId: string | null; only: string | null } => {
  const mine = me?.memberships.filter(({ isActive }) => isActive) ?? []
  const isTheirs = (id: string) =>
    mine.some(({ tenantId }) => tenantId === id) || tenants.some(tenant => tenant.id === id)
  const bySlug =
    tenants.find(tenant => tenant.slug === slug)?.id ??
    mine.find(({ tenantSlug }) => tenantSlug === slug)?.tenantId ??
    null
  // A superuser's choice counts until all tenants load: they enter without membership.
  const isKnown = me !== undefined && (areKnown || me.userType !== 'superuser')
  const isChosen = chosen !== null && (!isKnown || isTheirs(chosen))
  // A single tenant needs no choice.
  const isAlone = mode === 'local' && !hasLeft && areKnown && me?.userType === 'user' && tenants.length === 1
  const only = (isAlone && !isChosen && tenants[0]?.id) || null
  return { tenantId: mode === 'subdomain' ? bySlug : isChosen ? chosen : only, only }
}

interface TenantProviderProps {
  fetchTenants: FetchTenants
  visit?: (url: string) => void
  children: ReactNode
}

export const TenantProvider = ({
  fetchTenants,
  visit = url => location.assign(url),
  children,
}: TenantProviderProps) => {
  const { user } = useSession()
  const known = useTenants(fetchTenants)
  const { me, tenants, error, isLoading } = known
  const { mode, slug } = useMemo(() => resolveHost(location.host, config.mainDomain), [])
  const [chosen, choose] = useTenantChoice(user?.id)
  const [hasLeft, setLeft] = useState(false)
  const { tenantId, only } = currentIn(known, { mode, slug, chosen, hasLeft })

  useEffect(() => {
    if (config.mainDomain && mode !== 'local') announceArrival(config.mainDomain)
  }, [mode])
  useEffect(() => {
    if (only) choose(only)
  }, [only, choose])

  const tenantName = useCallback((id: string | null): string => nameIn(known, id), [known])

  const switchTenant = useCallback<TenantState['switchTenant']>(
    (id, words, arrived) => {
      const name = arrived?.name ?? nameIn(known, id)
      const target = arrived?.slug ?? slugIn(known, id)
      void showToast('info', words.switching(name))
      if (mode !== 'local' && config.mainDomain && target) {
        announceLater(words.switched(name), config.mainDomain)
        const url = tenantUrl(target, location, config.mainDomain)
        setTimeout(() => visit(url), redirectDelayMs)
        return
      }
      choose(id)
      setTimeout(() => void showToast('success', words.switched(name)), redirectDelayMs)
    },
    [known, mode, choose, visit],
  )

  const leaveTenant = useCallback<TenantState['leaveTenant']>(
    ({ leaving, left }) => {
      choose(null)
      setLeft(true)
      if (mode !== 'subdomain' || !config.mainDomain) return
      void showToast('info', leaving)
      announceLater(left, config.mainDomain)
      const url = appUrl(location, config.mainDomain)
      setTimeout(() => visit(url), redirectDelayMs)
    },
    [mode, choose, visit],
  )

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
