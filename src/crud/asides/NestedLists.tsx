import { useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import { resources } from '../../resources'
import { type AnyResource, nestedIn, pathParamNames } from '../../schema'
import { useDeclaration } from '../declaration'
import { RelatedList } from '../list/RelatedList'

interface NestedListsProps {
  /** Nested resources that are shown in another way. */
  except: readonly AnyResource[]
}

/** The resources that are nested in the record that is being looked at, a list with forms each. */
const NestedLists = ({ except }: NestedListsProps) => {
  const id = String(useRecordContext()?.id)
  return nestedIn(useDeclaration(), resources)
    .filter(resource => !except.includes(resource))
    .map(resource => <NestedList key={resource.name} resource={resource} parentId={id} />)
}

const NestedList = ({ resource, parentId }: { resource: AnyResource; parentId: string }) => {
  const [param = ''] = pathParamNames(resource.api)
  const meta = useMemo(() => ({ [param]: parentId }), [param, parentId])
  return <RelatedList resource={resource} meta={meta} />
}

export default NestedLists
