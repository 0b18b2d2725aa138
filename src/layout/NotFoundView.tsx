import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Screen } from '../crud/screen/Screen'
import { useText } from '../i18n/useText'
import styles from './notice.module.css'

export const NotFoundView = () => {
  const text = useText()
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
