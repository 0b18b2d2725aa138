import { useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import { type AnyResource, nestedIn, pathParamNames } from '../../schema'
import { useDeclaration } from '../declaration'
import { RelatedList } from '../list/RelatedList'
import { useRegistry } from '../views'

interface NestedListsProps {
  except: readonly AnyResource[]
}

const NestedLists = ({ except }: NestedListsProps) => {
  const id = String(useRecordContext()?.id)
  return nestedIn(useDeclaration(), useRegistry().all)
    .filter(({ name }) => !except.some(shown => shown.name === name))
    .map(resource => <NestedList key={resource.name} resource={resource} parentId={id} />)
}

const NestedList = ({ resource, parentId }: { resource: AnyResource; parentId: string }) => {
  const [param = ''] = pathParamNames(resource.api)
  const meta = useMemo(() => ({ [param]: parentId }), [param, parentId])
  return <RelatedList resource={resource} meta={meta} />
}

export default NestedLists
