import OfflineNotice from './OfflineNotice'
import { PaletteKeys } from './palette/PaletteKeys'

/** What comes once the first screen is there. */
const Later = () => (
  <>
    <OfflineNotice />
    <PaletteKeys />
  </>
)

export default Later
