import { useEvent, useGetList } from 'ra-core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { isOwnParam, isSavedView, useRememberList, withParam } from '../addresses'
import { useDeclaration } from '../declaration'
import { columnsOf } from '../list/columnsOf'
import { ListRouting } from '../list/ListRouting'
import { useHiddenColumns } from '../list/useShownColumns'
import { LoadingScreen } from '../screen/LoadingScreen'
import { type SavedView, SavedViewsContext } from './context'
import { perPage, viewsParams } from './viewsParams'

const none: SavedView[] = []

/** As react-admin's list writes it. */
const searchOf = ({ resolved: { q, sort, order, perPage, ...filter } }: SavedView): string =>
  `?${new URLSearchParams({
    filter: JSON.stringify({ ...filter, ...(q && { q }) }),
    ...(sort && { sort: String(sort), order: String(order ?? 'ASC') }),
    ...(perPage && { perPage: String(perPage) }),
  })}`

/** Opens the address's view (`?view={id}`), or the default one for an address without list parameters. */
export const OpenedView = ({ children }: { children: ReactNode }) => {
  const resource = useDeclaration()
  const { search } = useLocation()
  const navigate = useStableNavigate()
  const [stored] = useHiddenColumns()
  useRememberList(resource)
  const isOff = resource.scope !== 'tenant'
  const asking = { enabled: !isOff, retry: false }
  const {
    data: first = none,
    total = 0,
    isPending: isAsking,
    isSuccess,
    refetch: refetchFirst,
  } = useGetList<SavedView>('savedViews', viewsParams(resource.name), asking)
  // 200 shared views and 100 of one's own (server/core/savedViews).
  const [second, third] = [
    useGetList<SavedView>('savedViews', viewsParams(resource.name, 2), { ...asking, enabled: total > perPage }),
    useGetList<SavedView>('savedViews', viewsParams(resource.name, 3), { ...asking, enabled: total > 2 * perPage }),
  ]
  const refetch = useEvent(() =>
    Promise.all([refetchFirst(), ...[second, third].flatMap(({ data, refetch }) => (data ? refetch() : []))]),
  )
  const isPending = (isAsking && !isOff) || second.isLoading || third.isLoading
  const data = [...first, ...(second.data ?? none), ...(third.data ?? none)]
  const params = new URLSearchParams(search)
  const wanted = params.getAll('view').find(each => isSavedView('view', each))
  const isBare = !wanted && Array.from(params.keys()).every(isOwnParam)
  // react-admin restores a stored query while the views load.
  const cameBare = useRef(isBare)
  const usual =
    isBare || cameBare.current
      ? (data.find(({ isOwnDefault }) => isOwnDefault) ?? data.find(({ isDefault }) => isDefault))
      : undefined
  const open = data.find(({ id }) => id === wanted) ?? (wanted ? undefined : usual)
  const opensUsual = !wanted && open?.id
  useEffect(() => {
    if (isPending) return
    cameBare.current = false
    if (!opensUsual) return
    const own = Array.from(new URLSearchParams(search)).filter(([name]) => isOwnParam(name))
    navigate({ search: `?${new URLSearchParams([...own, ['view', opensUsual]])}` }, { replace: true })
  }, [isPending, opensUsual, search, navigate])
  if (isPending && wanted) return <LoadingScreen view="list" />
  const names = columnsOf(resource).map(({ name }) => name)
  const shown = params.get('columns')?.split(',') ?? open?.columns ?? []
  const hidden = shown.length > 0 ? names.filter(name => !shown.includes(name)) : stored
  const hide = (next: readonly string[]) =>
    navigate({ search: withParam(search, 'columns', names.filter(name => !next.includes(name)).join()) })
  return (
    <SavedViewsContext
      value={{
        views: data,
        open,
        isPending,
        isMissing: isSuccess && Boolean(wanted && !open),
        refetch,
        hidden: open && [hidden, hide],
      }}
    >
      <ListRouting opened={open ? searchOf(open) : ''}>{children}</ListRouting>
    </SavedViewsContext>
  )
}
