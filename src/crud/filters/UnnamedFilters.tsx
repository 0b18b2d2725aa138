import { useListFilterContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { filterFieldsOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { withoutTab } from '../list/tabs'
import { filterSources } from './filterSources'
import styles from './filters.module.css'

/** Filters without a chip, such as a figure's. */
const UnnamedFilters = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  const { filterValues } = useListFilterContext()
  const named = ['q', ...filterFieldsOf(resource).flatMap(([name, field]) => filterSources(name, field))]
  if (Object.keys(withoutTab(filterValues)).every(name => named.includes(name))) return null
  return (
    <span className={`${styles.chip} ${styles.set}`}>
      <span className={styles.open}>{text('crud.filter.others')}</span>
    </span>
  )
}

export default UnnamedFilters
