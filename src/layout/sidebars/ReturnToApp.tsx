import ArrowBack from '@mui/icons-material/ArrowBackOutlined'
import { useMachineText } from '../../i18n/useMachineText'
import { NavLink } from './NavLink'

/** The sidebar's link back to the start, from an area such as the settings. */
export const ReturnToApp = () => {
  const text = useMachineText()
  return (
    <ul>
      <NavLink to="/" label={text('returnToApp')} icon={ArrowBack} />
    </ul>
  )
}
