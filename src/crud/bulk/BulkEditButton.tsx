import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'

const BulkEditDialog = lazy(() => import('./BulkEditDialog'))

export const BulkEditButton = () => {
  const text = useMachineText()
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
