import Dialog from '@mui/material/Dialog'
import { useId } from 'react'
import { ShownOnce, type ShownOnceProps } from './ShownOnce'

/** A dialog that shows a secret this once, and closes only on purpose. */
export const ShownOnceDialog = (props: Omit<ShownOnceProps, 'titleId'>) => {
  const titleId = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <ShownOnce {...props} titleId={titleId} />
    </Dialog>
  )
}
