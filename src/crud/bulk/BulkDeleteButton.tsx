import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'

const BulkDeleteDialog = lazy(() => import('./BulkDeleteDialog'))

export const BulkDeleteButton = () => {
  const text = useMachineText()
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
