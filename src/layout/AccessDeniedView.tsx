import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useMachineText } from '../i18n/useMachineText'
import styles from '../ui/screen/notice.module.css'
import { Screen } from '../ui/screen/Screen'

export const AccessDeniedView = ({ text: reason }: { text?: string }) => {
  const text = useMachineText()
  return (
    <Screen title={text('accessDenied.title')}>
      <div className={styles.notice}>
        <p>
          <strong>{text('accessDenied.text')}</strong> {reason}
        </p>
        <Button component={Link} to="/" variant="contained">
          {text('returnToApp')}
        </Button>
      </div>
    </Screen>
  )
}
