import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import styles from './list.module.css'

/** Shown when records exist, but none match the search and the filters. */
export const NoMatches = () => {
  const text = useMachineText()
  const { setFilters } = useListContext()
  return (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{text('crud.list.none')}</p>
      <p>{text('crud.list.noneHint')}</p>
      <Button variant="outlined" onClick={() => setFilters({})}>
        {text('crud.filter.clear')}
      </Button>
    </div>
  )
}
