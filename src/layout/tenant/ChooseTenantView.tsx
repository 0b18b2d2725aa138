import Button from '@mui/material/Button'
import { useTenant } from '../../tenant/TenantProvider'
import { Row } from '../../ui/layout'
import styles from '../../ui/screen/notice.module.css'
import { Screen } from '../../ui/screen/Screen'
import { useGateText } from '../useGateText'
import { LeaveTenantButton } from './LeaveTenantButton'
import { useOpenTenantSwitcher } from './TenantSwitcherProvider'

const ChooseTenantView = () => {
  const text = useGateText()
  const { mode, error } = useTenant()
  const open = useOpenTenantSwitcher()
  if (error)
    return (
      <Screen title={text('tenant.failed')}>
        <p role="alert">{text('tenant.refresh')}</p>
      </Screen>
    )
  return (
    <Screen title={text('chooseTenant.title')}>
      <div className={styles.notice}>
        <p>{text(mode === 'subdomain' ? 'unknownTenant.text' : 'chooseTenant.text')}</p>
        <Row wrap gap="0.5rem" align="stretch">
          <Button variant="contained" onClick={open}>
            {text('tenant.select')}
          </Button>
          <LeaveTenantButton />
        </Row>
      </div>
    </Screen>
  )
}

export default ChooseTenantView
