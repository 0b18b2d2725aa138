import Close from '@mui/icons-material/CloseOutlined'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { useText } from '../../i18n/useText'
import { TenantPicker } from './TenantPicker'
import styles from './tenant.module.css'

/** Made anew each time it opens, so that the search begins empty. */
const TenantDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useText()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle component="div" className={styles.head}>
        <h2 id={id} className={styles.title}>
          {text('tenant.switch')}
        </h2>
        <IconButton aria-label={text('tenant.close')} onClick={onClose} edge="end">
          <Close fontSize="small" />
        </IconButton>
      </DialogTitle>
      <TenantPicker onDone={onClose} />
    </Dialog>
  )
}

export default TenantDialog
