import Close from '@mui/icons-material/CloseOutlined'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { LeaveTenantButton } from './LeaveTenantButton'
import { TenantNotice } from './TenantNotice'
import { TenantPicker } from './TenantPicker'
import styles from './tenant.module.css'

/** Mounts on opening, with an empty search. */
const TenantDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useMachineText()
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
      <div className={styles.notice}>
        <TenantNotice />
      </div>
      <TenantPicker onDone={onClose} />
      <div className={styles.leave}>
        <LeaveTenantButton onLeave={onClose} />
      </div>
    </Dialog>
  )
}

export default TenantDialog
