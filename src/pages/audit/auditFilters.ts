import { useSearchParams } from 'react-router'
import { type AuditAction, auditActions } from '../../contract/auditEntry'
import { toEnd } from '../../crud/filters/lastDays'
import { useRegistry } from '../../crud/views'
import { isDate } from '../../ui/format/dates'

/** Empty strings filter nothing. */
export interface AuditFilters {
  entityType: string
  actorId: string
  action: string
  /** Inclusive. */
  from: string
  to: string
}

const names = ['entityType', 'actorId', 'action', 'from', 'to'] as const satisfies readonly (keyof AuditFilters)[]

const defaultPerPage = 25
const maxPerPage = 100

export const useEntityTypes = (): readonly string[] => [
  ...useRegistry()
    .all.filter(({ scope, access, partOf }) => !partOf && (scope === 'tenant' || access.ownTenant !== undefined))
    .map(({ name }) => name),
  'auditLog',
  'reports',
  'setup',
]

const isKnown: { readonly [K in keyof AuditFilters]: (value: string, entityTypes: readonly string[]) => boolean } = {
  entityType: (value, entityTypes) => entityTypes.includes(value),
  actorId: value => /^[\da-f-]{36}$/.test(value),
  action: value => auditActions.includes(value as AuditAction),
  from: isDate,
  to: isDate,
}

export const queryOf = ({ to, ...filters }: AuditFilters) => ({ ...filters, to: to && toEnd(to) })

export const useAuditFilters = () => {
  const [params, setParams] = useSearchParams()
  const entityTypes = useEntityTypes()
  const filterOf = (name: keyof AuditFilters): string => {
    const value = params.get(name) ?? ''
    return isKnown[name](value, entityTypes) ? value : ''
  }
  const known: AuditFilters = {
    entityType: filterOf('entityType'),
    actorId: filterOf('actorId'),
    action: filterOf('action'),
    from: filterOf('from'),
    to: filterOf('to'),
  }
  const isBackwards = known.to !== '' && known.to < known.from
  const filters = isBackwards ? { ...known, to: '' } : known
  const numberOf = (name: string): number => Math.max(0, Math.trunc(Number(params.get(name))) || 0)
  const page = numberOf('page') || 1
  const perPage = Math.min(numberOf('perPage') || defaultPerPage, maxPerPage)

  const change = (values: Readonly<Record<string, string>>, options: { replace: boolean }) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setParams(next, { flushSync: true, ...options })
  }
  return {
    filters,
    page,
    perPage,
    isFiltered: names.some(name => filters[name] !== ''),
    setDays: ({ from, to }: Pick<AuditFilters, 'from' | 'to'>) => change({ from, to, page: '' }, { replace: true }),
    setFilter: (name: keyof AuditFilters, value: string) => change({ [name]: value, page: '' }, { replace: true }),
    setPage: (to: number) => change({ page: to === 1 ? '' : String(to) }, { replace: false }),
    setPerPage: (to: number) => change({ perPage: String(to), page: '' }, { replace: true }),
    clear: () => setParams({}, { flushSync: true, replace: true }),
  }
}
