import { ListBase } from 'ra-core'
import { useDeclaration } from '../declaration'
import { FormDialogs } from '../form/FormDialogs'
import { ListRouting } from './ListRouting'
import { ListView } from './ListView'
import { openingParams } from './tabs'

/** The list itself shows errors. */
const queryOptions = { onError: () => {} }

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
