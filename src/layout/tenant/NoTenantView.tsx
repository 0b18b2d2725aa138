import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useAccount } from '../../authProvider/AccountProvider'
import { useEmail, useMe } from '../../authProvider/useMe'
import { useMachineText } from '../../i18n/useMachineText'
import styles from '../../ui/screen/notice.module.css'
import { Screen } from '../../ui/screen/Screen'
import { TenantNotice } from './TenantNotice'

export const NoTenantView = () => {
  const text = useMachineText()
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
