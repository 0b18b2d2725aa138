import { blocks } from '../../resources/blocks'
import { DeclarationProvider, FormDialogs } from '../../show'

const BlockForms = () => (
  <DeclarationProvider resource={blocks}>
    <FormDialogs />
  </DeclarationProvider>
)

export default BlockForms
