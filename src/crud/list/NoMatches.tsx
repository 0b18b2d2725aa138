import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import styles from './list.module.css'
import { isFiltered, onlyTab } from './tabs'

const NoMatches = () => {
  const text = useMachineText()
  const { filterValues, setFilters } = useListContext()
  const hasFilters = isFiltered(filterValues)
  return (
    <div className={styles.state}>
      <p>
        <strong>{text(hasFilters ? 'crud.list.none' : 'crud.tabs.none')}</strong>
      </p>
      {hasFilters && (
        <>
          <p>{text('crud.list.noneHint')}</p>
          <Button variant="outlined" onClick={() => setFilters(onlyTab(filterValues))}>
            {text('crud.filter.clear')}
          </Button>
        </>
      )}
    </div>
  )
}

export default NoMatches
