import ArrowBack from '@mui/icons-material/ArrowBackOutlined'
import { useText } from '../../i18n/useText'
import { NavLink } from './NavLink'

export const ReturnToApp = () => {
  const text = useText()
  return (
    <ul>
      <NavLink to="/" label={text('returnToApp')} icon={ArrowBack} />
    </ul>
  )
}
