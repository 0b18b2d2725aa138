import Button from '@mui/material/Button'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import { useTenant } from '../../tenant/TenantProvider'
import styles from '../notice.module.css'
import { useOpenTenantSwitcher } from './TenantSwitcherProvider'

/** In place of a screen that belongs to a tenant, while none is current. */
export const ChooseTenantView = () => {
  const text = useText()
  const { mode, error, leaveTenant } = useTenant()
  const open = useOpenTenantSwitcher()
  const isUnknown = mode === 'subdomain'
  if (error)
    return (
      <Screen title={text('tenant.failed')}>
        <p role="alert">{text('tenant.refresh')}</p>
      </Screen>
    )
  return (
    <Screen title={text('chooseTenant.title')}>
      <div className={styles.notice}>
        <p>{text(isUnknown ? 'unknownTenant.text' : 'chooseTenant.text')}</p>
        <div className={styles.actions}>
          <Button variant="contained" onClick={open}>
            {text('tenant.select')}
          </Button>
          {isUnknown && (
            <Button variant="outlined" onClick={leaveTenant}>
              {text('unknownTenant.leave')}
            </Button>
          )}
        </div>
      </div>
    </Screen>
  )
}
