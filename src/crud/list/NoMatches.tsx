import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import styles from './list.module.css'
import { onlyTab, withoutTab } from './tabs'

const NoMatches = () => {
  const text = useMachineText()
  const { filterValues, setFilters } = useListContext()
  const isFiltered = Object.keys(withoutTab(filterValues)).length > 0
  return (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{text(isFiltered ? 'crud.list.none' : 'crud.tabs.none')}</p>
      {isFiltered && (
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
