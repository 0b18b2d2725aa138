import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useMachineText } from '../i18n/useMachineText'
import { Stack } from '../ui/layout'
import styles from '../ui/screen/notice.module.css'
import { Screen } from '../ui/screen/Screen'

export const SecondFactorView = ({ reason }: { reason: string }) => {
  const text = useMachineText()
  return (
    <Screen title={text('secondFactor.title')}>
      <Stack gap="1rem" align="flex-start" className={styles.notice}>
        <p>
          <strong>{reason}</strong> {text('secondFactor.text')}
        </p>
        <Button component={Link} to="/settings" variant="contained">
          {text('secondFactor.setUp')}
        </Button>
      </Stack>
    </Screen>
  )
}
