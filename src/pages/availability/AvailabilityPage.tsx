import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import notice from '../../layout/notice.module.css'

/** The frame of the free times. */
const AvailabilityPage = () => {
  const text = useText()
  return (
    <Screen title={text('nav.availability')}>
      <div className={notice.notice}>
        <p>{text('availability.text')}</p>
        <Button component={Link} to="/setup/" variant="outlined">
          {text('availability.openSetup')}
        </Button>
      </div>
    </Screen>
  )
}

export default AvailabilityPage
