import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useCrudText } from '../text/useCrudText'
import styles from './list.module.css'

/** There are records, but none under this search and these filters. */
export const NoMatches = () => {
  const text = useCrudText()
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
