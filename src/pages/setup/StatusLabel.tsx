import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined'
import { useText } from '../../i18n/useText'
import styles from './setup.module.css'
import type { AreaStatus } from './setupStatus'

const icons = { done: CheckCircle, missing: ErrorOutline, optional: RadioButtonUnchecked }

/** Where an area stands, in words and by a sign, never by colour alone. */
export const StatusLabel = ({ status }: { status: AreaStatus }) => {
  const text = useText()
  if (status === 'unknown') return null
  const Icon = icons[status]
  return (
    <span className={styles.status} data-status={status}>
      <Icon fontSize="inherit" />
      {text(`setup.${status}`)}
    </span>
  )
}
