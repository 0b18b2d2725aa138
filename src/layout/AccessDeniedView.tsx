import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Screen } from '../crud/screen/Screen'
import { useText } from '../i18n/useText'
import styles from './notice.module.css'

/** A closed door says so, why, and how to get back. */
export const AccessDeniedView = ({ text: reason }: { text?: string }) => {
  const text = useText()
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
