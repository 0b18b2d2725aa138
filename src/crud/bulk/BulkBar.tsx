import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { Row } from '../../ui/layout'
import { ManyActions } from '../actions/ManyActions'
import styles from './bulk.module.css'
import type { BulkActions } from './useBulkActions'
import { useBulkText } from './useBulkText'

const BulkEditDialog = lazy(() => import('./BulkEditDialog'))

const BulkEditButton = () => {
  const text = useBulkText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        {text('crud.bulk.edit')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <BulkEditDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const BulkDeleteDialog = lazy(() => import('./BulkDeleteDialog'))

const BulkDeleteButton = () => {
  const text = useBulkText()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" variant="outlined" color="error" onClick={() => setAsking(true)}>
        {text('crud.delete')}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <BulkDeleteDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

export const BulkBar = ({ actions }: { actions: BulkActions }) => {
  const text = useBulkText()
  const { selectedIds, onUnselectItems } = useListContext()
  // Screen readers say what changes in a status, not what it begins with.
  const count = useDeferredValue(selectedIds.length, 0)
  return (
    <Row as="section" wrap gap="0.5rem" className={styles.bar} aria-label={text('crud.bulk.label')}>
      <span role="status">{count > 0 && text('crud.bulk.selected', { smart_count: count })}</span>
      {actions.canAct && <ManyActions />}
      {actions.canEdit && <BulkEditButton />}
      {actions.canDelete && <BulkDeleteButton />}
      <Button size="small" onClick={() => onUnselectItems()}>
        {text('crud.bulk.clear')}
      </Button>
    </Row>
  )
}
