import OfflineNotice from './OfflineNotice'
import { PaletteKeys } from './palette/PaletteKeys'

/** Rendered once the first screen is shown. */
const Later = () => (
  <>
    <OfflineNotice />
    <PaletteKeys />
  </>
)

export default Later
