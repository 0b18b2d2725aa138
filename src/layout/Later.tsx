import OfflineNotice from './OfflineNotice'
import { PaletteKeys } from './palette/PaletteKeys'

/** Renders after the first screen. */
const Later = () => (
  <>
    <OfflineNotice />
    <PaletteKeys />
  </>
)

export default Later
