import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { Row } from '../../ui/layout'
import { ManyActions } from '../actions/ManyActions'
import { BulkDeleteButton } from './BulkDeleteButton'
import { BulkEditButton } from './BulkEditButton'
import styles from './bulk.module.css'
import type { BulkActions } from './useBulkActions'

export const BulkBar = ({ actions }: { actions: BulkActions }) => {
  const text = useMachineText()
  const { selectedIds, onUnselectItems } = useListContext()
  return (
    <Row as="section" wrap gap="0.5rem" className={styles.bar} aria-label={text('crud.bulk.label')}>
      <span role="status">{text('crud.bulk.selected', { smart_count: selectedIds.length })}</span>
      {actions.canAct && <ManyActions />}
      {actions.canEdit && <BulkEditButton />}
      {actions.canDelete && <BulkDeleteButton />}
      <Button size="small" onClick={() => onUnselectItems()}>
        {text('crud.bulk.clear')}
      </Button>
    </Row>
  )
}
