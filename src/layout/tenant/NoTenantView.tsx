import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useAccount } from '../../authProvider/AccountProvider'
import { useEmail, useMe } from '../../authProvider/useMe'
import styles from '../../ui/screen/notice.module.css'
import { Screen } from '../../ui/screen/Screen'
import { useGateText } from '../useGateText'
import { TenantNotice } from './TenantNotice'

const NoTenantView = () => {
  const text = useGateText()
  const { data: me } = useMe()
  const email = useEmail()
  const { client } = useAccount()
  return (
    <Screen title={text('noTenant.title')}>
      <div className={styles.notice}>
        <p>{text('noTenant.text', { email })}</p>
        <TenantNotice />
        {me?.userType === 'superuser' ? (
          <>
            <p>{text('noTenant.superuser')}</p>
            <Button component={Link} to="/superadmin/tenants/new" variant="contained">
              {text('noTenant.newTenant')}
            </Button>
          </>
        ) : (
          <>
            <p>
              {text('noTenant.ask')} {text('noTenant.then')}
            </p>
            <Button variant="contained" onClick={() => void client.invalidateQueries()}>
              {text('noTenant.checkAgain')}
            </Button>
          </>
        )}
      </div>
    </Screen>
  )
}

export default NoTenantView
