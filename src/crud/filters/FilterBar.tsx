import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useListFilterContext } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyField, filterFieldsOf } from '../../schema'
import { Row } from '../../ui/layout'
import { useIsNarrow } from '../../ui/screen/useIsNarrow'
import { useDeclaration } from '../declaration'
import { isFiltered, onlyTab } from '../list/tabs'
import { FilterChip } from './FilterChip'
import { isFilterSet } from './filterSources'
import styles from './filters.module.css'
import { SearchBox } from './SearchBox'

const UnnamedFilters = lazy(() => import('./UnnamedFilters'))
const AddFilterMenu = lazy(() => import('./AddFilterMenu'))

interface AddFilterProps {
  names: readonly string[]
  onAdd: (name: string) => void
}

const AddFilter = ({ names, onAdd }: AddFilterProps) => {
  const text = useMachineText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<Add />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {text('crud.filter.add')}
      </Button>
      {anchor && (
        <Suspense>
          <AddFilterMenu anchor={anchor} names={names} onAdd={onAdd} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

const mostInSight = 4

export const FilterBar = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  const { filterValues, setFilters } = useListFilterContext()
  const isNarrow = useIsNarrow()
  const [added, setAdded] = useState<readonly string[]>([])
  const filters = filterFieldsOf(resource)
  const hasSearch = Boolean(resource.list.search?.length)
  if (!hasSearch && filters.length === 0) return null
  const inSight = isNarrow ? (filters.length > 2 ? 0 : 2) : filters.length > mostInSight ? mostInSight - 1 : mostInSight
  const isShown = ([name, field]: [string, AnyField], index: number): boolean =>
    index < inSight || added.includes(name) || isFilterSet(name, field, filterValues)
  const [shown, hidden] = [filters.filter(isShown), filters.filter((each, index) => !isShown(each, index))]
  const hasFilters = isFiltered(filterValues)
  return (
    <Row wrap gap="0.75rem">
      {hasSearch && <SearchBox />}
      <Row as="fieldset" wrap gap="0.5rem" className={styles.filters}>
        <legend style={visuallyHidden}>{text('crud.filters')}</legend>
        {shown.map(([name]) => (
          <FilterChip
            key={name}
            name={name}
            isOpenAtFirst={added.includes(name)}
            onDismiss={() => setAdded(added.filter(each => each !== name))}
          />
        ))}
        {hidden.length > 0 && (
          <AddFilter names={hidden.map(([name]) => name)} onAdd={name => setAdded([...added, name])} />
        )}
        {hasFilters && (
          <Suspense>
            <UnnamedFilters />
          </Suspense>
        )}
        {(hasFilters || !isNarrow) && (
          <Button
            size="small"
            // Has its place before it comes.
            style={{ visibility: hasFilters ? 'visible' : 'hidden' }}
            onClick={() => setFilters(onlyTab(filterValues))}
          >
            {text('crud.filter.clear')}
          </Button>
        )}
      </Row>
    </Row>
  )
}
