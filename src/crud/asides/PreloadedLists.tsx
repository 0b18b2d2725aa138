import { useCanAccess, useGetList } from 'ra-core'
import { useEffect } from 'react'
import { resources } from '../../resources'
import { type AnyResource, nestedIn, pathParamNames } from '../../schema'
import { useDeclaration } from '../declaration'
import { relatedParams } from '../list/relatedParams'
import { asideOf } from './asideOf'
import { loadNestedLists } from './loadNestedLists'

/** Asks for the lists under the form of a record side by side with the record itself, before either can be shown. */
export const PreloadedLists = ({ parentId }: { parentId: string }) => {
  const resource = useDeclaration()
  const { shows = [] } = asideOf(resource) ?? {}
  return nestedIn(resource, resources)
    .filter(nested => !shows.includes(nested))
    .map(nested => <PreloadedList key={nested.name} resource={nested} parentId={parentId} />)
}

const PreloadedList = ({ resource, parentId }: { resource: AnyResource; parentId: string }) => {
  const [param = ''] = pathParamNames(resource.api)
  const { canAccess = false } = useCanAccess({ resource: resource.name, action: 'list' })
  const { perPage, sort } = relatedParams(resource)
  useEffect(() => void loadNestedLists(), [])
  // The list itself says what went wrong.
  useGetList(
    resource.name,
    { pagination: { page: 1, perPage }, sort, filter: {}, meta: { [param]: parentId } },
    { enabled: canAccess, retry: false, onError: () => {} },
  )
  return null
}
