import { blocks } from '../../resources/blocks'
import { DeclarationProvider, FormDialogs } from '../../show'

/** Opened over another screen by the address. */
const BlockForms = () => (
  <DeclarationProvider resource={blocks}>
    <FormDialogs />
  </DeclarationProvider>
)

export default BlockForms
