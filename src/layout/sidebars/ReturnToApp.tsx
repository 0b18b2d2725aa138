import ArrowBack from '@mui/icons-material/ArrowBackOutlined'
import { useMachineText } from '../../i18n/useMachineText'
import { NavLink } from './NavLink'

/** Links from an area to the start. */
export const ReturnToApp = () => {
  const text = useMachineText()
  return (
    <ul>
      <NavLink to="/" label={text('returnToApp')} icon={ArrowBack} />
    </ul>
  )
}
