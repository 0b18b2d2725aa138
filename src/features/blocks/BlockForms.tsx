import { blocks } from '../../resources/blocks'
import { DeclarationProvider, FormDialogs } from '../../show'

/** Block forms over another screen; the address opens them. */
const BlockForms = () => (
  <DeclarationProvider resource={blocks}>
    <FormDialogs />
  </DeclarationProvider>
)

export default BlockForms
