import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useCrudText } from '../text/useCrudText'
import { ActivateButtons } from './ActivateButtons'
import { BulkDeleteButton } from './BulkDeleteButton'
import styles from './bulk.module.css'
import type { BulkActions } from './useBulkActions'

/** What can be done with the chosen rows. */
export const BulkBar = ({ actions }: { actions: BulkActions }) => {
  const text = useCrudText()
  const { selectedIds, onUnselectItems } = useListContext()
  return (
    <section className={styles.bar} aria-label={text('crud.bulk.label')}>
      <span role="status">{text('crud.bulk.selected', { smart_count: selectedIds.length })}</span>
      {actions.canActivate && <ActivateButtons />}
      {actions.canDelete && <BulkDeleteButton />}
      <Button size="small" onClick={() => onUnselectItems()}>
        {text('crud.bulk.clear')}
      </Button>
    </section>
  )
}
