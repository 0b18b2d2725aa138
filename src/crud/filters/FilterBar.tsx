import Button from '@mui/material/Button'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useListContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { filterFieldsOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { FilterChip } from './FilterChip'
import styles from './filters.module.css'
import { SearchBox } from './SearchBox'

/** The search box and one button for each declared filter. */
export const FilterBar = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  const { filterValues, setFilters } = useListContext()
  const filters = filterFieldsOf(resource).map(([name]) => name)
  const hasSearch = Boolean(resource.list.search?.length)
  if (!hasSearch && filters.length === 0) return null
  return (
    <div className={styles.bar}>
      {hasSearch && <SearchBox />}
      <fieldset className={styles.filters}>
        <legend style={visuallyHidden}>{text('crud.filters')}</legend>
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
