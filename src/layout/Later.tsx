import OfflineNotice from './OfflineNotice'
import { PaletteKeys } from './palette/PaletteKeys'

const Later = () => (
  <>
    <OfflineNotice />
    <PaletteKeys />
  </>
)

export default Later
