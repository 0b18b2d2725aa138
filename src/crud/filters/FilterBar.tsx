import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useDeclaration } from '../declaration'
import { useCrudText } from '../text/useCrudText'
import { FilterChip } from './FilterChip'
import styles from './filters.module.css'
import { SearchBox } from './SearchBox'

/** The search box and one button for each declared filter. */
export const FilterBar = () => {
  const text = useCrudText()
  const { list } = useDeclaration()
  const { filterValues, setFilters } = useListContext()
  const filters: readonly string[] = list.filters ?? []
  const hasSearch = Boolean(list.search?.length)
  if (!hasSearch && filters.length === 0) return null
  return (
    <div className={styles.bar}>
      {hasSearch && <SearchBox />}
      <fieldset className={styles.filters}>
        <legend className={styles.hidden}>{text('crud.filters')}</legend>
        {filters.map(name => (
          <FilterChip key={name} name={name} />
        ))}
        {Object.keys(filterValues).length > 0 && (
          <Button size="small" onClick={() => setFilters({})}>
            {text('crud.filter.clear')}
          </Button>
        )}
      </fieldset>
    </div>
  )
}
