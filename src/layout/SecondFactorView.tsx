import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useMachineText } from '../i18n/useMachineText'
import styles from '../ui/screen/notice.module.css'
import { Screen } from '../ui/screen/Screen'

export const SecondFactorView = ({ reason }: { reason: string }) => {
  const text = useMachineText()
  return (
    <Screen title={text('secondFactor.title')}>
      <div className={styles.notice}>
        <p>
          <strong>{reason}</strong> {text('secondFactor.text')}
        </p>
        <Button component={Link} to="/settings" variant="contained">
          {text('secondFactor.setUp')}
        </Button>
      </div>
    </Screen>
  )
}
