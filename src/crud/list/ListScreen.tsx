import { ListBase } from 'ra-core'
import { useDeclaration } from '../declaration'
import { FormDialogs } from '../form/FormDialogs'
import { ListRouting } from './ListRouting'
import { ListView } from './ListView'
import { openingParams } from './tabs'

/** Errors are shown in place of the list, so they need no toast. */
const queryOptions = { onError: () => {} }

/** The list of a resource, with the forms that open over it. */
const ListScreen = () => {
  const resource = useDeclaration()
  return (
    <>
      <ListRouting>
        <ListBase key={resource.name} {...openingParams(resource)} exporter={false} queryOptions={queryOptions}>
          <ListView />
        </ListBase>
      </ListRouting>
      <FormDialogs />
    </>
  )
}

export default ListScreen
