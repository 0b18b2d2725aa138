import Lock from '@mui/icons-material/LockOutlined'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useListFilterContext, useListSortContext } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { tabsOf } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { openingView } from '../addresses'
import { useDeclaration } from '../declaration'
import { useSavedViews } from '../savedViews/context'
import { useSavedViewText } from '../savedViews/useSavedViewText'
import { resourceKeys } from '../text/resourceKeys'
import styles from './listTabs.module.css'
import { sortOf } from './sortOf'
import { perPage, withoutTab } from './tabs'
import { useTabTotals } from './useTabTotals'

const MoreViews = lazy(() => import('../savedViews/MoreViews'))
const ViewMenuButton = lazy(() => import('../savedViews/ViewMenuButton'))

const barLooks = { flex: '0 1 auto', minWidth: 0, minHeight: '2.5rem' }

const tabLooks = {
  flexDirection: 'row',
  gap: 0.75,
  minWidth: 0,
  minHeight: '2.5rem',
  maxWidth: '20rem',
  px: 1.25,
  py: 1,
  color: 'var(--muted)',
  fontSize: 'inherit',
  fontWeight: 550,
  lineHeight: 1.5,
  letterSpacing: 'normal',
  textTransform: 'none',
  whiteSpace: 'nowrap',
  '&:hover, &.Mui-selected': { color: 'var(--text)' },
}

const declared = (name: string) => `tab:${name}`

const mostViews = 20

interface ListTabsProps {
  panelId?: string | undefined
  /** Omits declared tabs: they divide the records below. */
  isWhole?: boolean | undefined
}

export const ListTabs = ({ panelId, isWhole = false }: ListTabsProps) => {
  const text = useMachineText()
  const viewText = useSavedViewText()
  const { locale } = useDisplay()
  const resource = useDeclaration()
  const navigate = useStableNavigate()
  const { filterValues, setFilters } = useListFilterContext()
  const { setSort } = useListSortContext()
  const totalOf = useTabTotals()
  const { views = [], open: openView } = useSavedViews() ?? {}
  const keys = resourceKeys(resource)
  const { search } = useLocation()
  const tabs = isWhole ? [] : tabsOf(resource)
  const shared = views.filter(({ visibility }) => visibility === 'shared')
  const all = [...shared, ...views.filter(({ visibility }) => visibility === 'private')]
  const first = all.slice(0, mostViews)
  const further = all.slice(mostViews).filter(({ id }) => id !== openView?.id)
  const isFurther = openView && !first.some(({ id }) => id === openView.id)
  const shown = tabs.some(([name]) => name === filterValues.tab) ? filterValues.tab : ''
  const value = openView?.id ?? declared(shown)

  const openDeclared = (name: string) => {
    const sort = sortOf(tabs.find(([each]) => each === name)?.[1].sort ?? resource.list.sort)
    const filter = name && { tab: name }
    if (openView) {
      const query = { filter: JSON.stringify(filter || {}), sort: sort.field, order: sort.order, page: '1' }
      navigate({ search: openingView(search, null, { ...query, perPage: String(perPage) }) })
    } else {
      setFilters({ ...withoutTab(filterValues), ...(filter || {}) })
      setSort(sort)
    }
  }
  const change = (_: unknown, chosen: string) => {
    if (chosen.startsWith(declared(''))) openDeclared(chosen.slice(declared('').length))
    else navigate({ search: openingView(search, chosen) })
  }
  const named = (id: string) => ({
    value: id,
    sx: tabLooks,
    ...(id === value && panelId && { id: `${panelId}-tab`, 'aria-controls': panelId }),
  })
  return (
    <div className={styles.tabs}>
      <Tabs value={value} onChange={change} variant="scrollable" sx={barLooks} aria-label={text('crud.tabs')}>
        {[...tabs.map(([name]) => name), ''].map(name => (
          <Tab
            key={name}
            {...named(declared(name))}
            label={
              <>
                {name ? text(keys.tab(name)) : text('crud.tabs.all')}
                <span className={styles.total}>{totalOf && formatNumber(totalOf(name), locale)}</span>
              </>
            }
          />
        ))}
        {[...first, ...(isFurther ? [openView] : [])].map(({ id, name, visibility }) => (
          <Tab
            key={id}
            {...named(id)}
            label={<span className={styles.name}>{name}</span>}
            {...(visibility === 'private' && {
              'aria-label': viewText('crud.savedViews.private', { name }),
              icon: <Lock fontSize="inherit" />,
              iconPosition: 'end' as const,
            })}
          />
        ))}
      </Tabs>
      {further.length > 0 && (
        <Suspense>
          <MoreViews views={further} />
        </Suspense>
      )}
      {openView && (
        <Suspense>
          <ViewMenuButton view={openView} />
        </Suspense>
      )}
    </div>
  )
}
