import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useTenant } from '../tenant/TenantProvider'
import styles from '../ui/screen/notice.module.css'
import { Screen } from '../ui/screen/Screen'
import { useGateText } from './useGateText'

const SecondFactorView = ({ of }: { of: 'superuser' | 'tenant' }) => {
  const text = useGateText()
  const { tenant } = useTenant()
  return (
    <Screen title={text('secondFactor.title')}>
      <div className={styles.notice}>
        <p>
          <strong>
            {of === 'tenant'
              ? text('secondFactor.tenant', { tenant: tenant?.name ?? '' })
              : text('secondFactor.superuser')}
          </strong>{' '}
          {text('secondFactor.text')}
        </p>
        <Button component={Link} to="/settings" variant="contained">
          {text('secondFactor.setUp')}
        </Button>
      </div>
    </Screen>
  )
}

export default SecondFactorView
