import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useMachineText } from '../i18n/useMachineText'
import styles from '../ui/screen/notice.module.css'
import { Screen } from '../ui/screen/Screen'

export const NotFoundView = () => {
  const text = useMachineText()
  return (
    <Screen title={text('notFound.title')}>
      <div className={styles.notice}>
        <p>{text('notFound.text')}</p>
        <Button component={Link} to="/" variant="contained">
          {text('returnToApp')}
        </Button>
      </div>
    </Screen>
  )
}
