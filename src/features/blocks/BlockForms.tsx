import { blocks } from '../../resources/blocks'
import { DeclarationProvider, FormDialogs } from '../../show'

/** The forms of blocks over another screen, as its address says. */
const BlockForms = () => (
  <DeclarationProvider resource={blocks}>
    <FormDialogs />
  </DeclarationProvider>
)

export default BlockForms
