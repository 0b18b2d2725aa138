import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useText } from '../../i18n/useText'
import { TenantPicker } from './TenantPicker'

/** Made anew each time it opens, so that the search begins empty. */
const TenantDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useText()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{text('tenant.switch')}</DialogTitle>
      <TenantPicker onDone={onClose} />
    </Dialog>
  )
}

export default TenantDialog
