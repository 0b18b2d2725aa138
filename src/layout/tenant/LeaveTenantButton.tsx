import Button from '@mui/material/Button'
import { useMachineText } from '../../i18n/useMachineText'
import { useTenant } from '../../tenant/TenantProvider'

export const LeaveTenantButton = ({ onLeave }: { onLeave?: () => void }) => {
  const text = useMachineText()
  const { mode, leaveTenant } = useTenant()
  if (mode !== 'subdomain') return null
  const leave = () => {
    leaveTenant({ leaving: text('tenant.leaving'), left: text('tenant.left') })
    onLeave?.()
  }
  return (
    <Button variant="outlined" onClick={leave}>
      {text('tenant.leave')}
    </Button>
  )
}
