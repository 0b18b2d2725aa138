import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useCrudText } from '../text/useCrudText'

const BulkDeleteDialog = lazy(() => import('./BulkDeleteDialog'))

/** Deletes the chosen records, after saying which of them have to stay. */
export const BulkDeleteButton = () => {
  const text = useCrudText()
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
