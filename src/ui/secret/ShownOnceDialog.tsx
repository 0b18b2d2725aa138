import Dialog from '@mui/material/Dialog'
import { useId } from 'react'
import { ShownOnce, type ShownOnceProps } from './ShownOnce'

export const ShownOnceDialog = (props: Omit<ShownOnceProps, 'titleId'>) => {
  const titleId = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <ShownOnce {...props} titleId={titleId} />
    </Dialog>
  )
}
