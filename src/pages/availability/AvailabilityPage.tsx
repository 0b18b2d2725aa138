import Button from '@mui/material/Button'
import { useGetList } from 'ra-core'
import { Link } from 'react-router'
import { Loading } from '../../crud/screen/Loading'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import notice from '../../layout/notice.module.css'
import { setupAreas } from '../../routing/setupAreas'

const catalog = setupAreas.find(({ key }) => key === 'catalog')?.resource

/** The frame of the free times, which are those of what is in the catalog. */
const AvailabilityPage = () => {
  const text = useText()
  const { isLoading } = useGetList(catalog?.name ?? '', {}, { enabled: catalog !== undefined })
  const title = text('nav.availability')
  if (isLoading)
    return (
      <Screen title={title}>
        <Loading>{text('loading', { title })}</Loading>
      </Screen>
    )
  return (
    <Screen title={title}>
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
