import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import pageStyles from '../../layout/notice.module.css'
import type { SetupArea } from '../../routing/setupAreas'

/** The frame of an area whose entity is not declared yet. */
const SetupAreaPage = ({ area }: { area: SetupArea }) => {
  const text = useText()
  return (
    <Screen title={text(`setup.${area.key}.title`)} subtitle={text(`setup.${area.key}.text`)}>
      <div className={pageStyles.notice}>
        <p>{text('setup.laterText')}</p>
        <Button component={Link} to="/setup/" variant="outlined">
          {text('availability.openSetup')}
        </Button>
      </div>
    </Screen>
  )
}

export default SetupAreaPage
