import { useCanAccess, useGetList } from 'ra-core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type AnyResource, nestedIn, pathParamNames } from '../../schema'
import { useDeclaration } from '../declaration'
import { relatedParams } from '../list/relatedParams'
import { useRegistry, useViews } from '../views'
import { loadNestedLists } from './loadNestedLists'

interface PreloadedListsProps {
  parentId: string
  /** Every list has an answer or a refusal. */
  children: (isReady: boolean) => ReactNode
}

export const PreloadedLists = ({ parentId, children }: PreloadedListsProps) => {
  const resource = useDeclaration()
  const { all } = useRegistry()
  const { shows = [] } = useViews(resource).panel ?? {}
  const lists = nestedIn(resource, all).filter(({ name }) => !shows.some(shown => shown.name === name))
  const [settled, setSettled] = useState<readonly string[]>([])
  const settle = useCallback((name: string) => setSettled(names => [...names, name]), [])
  const hasLists = lists.length > 0
  const [isCodeThere, setCodeThere] = useState(false)
  useEffect(() => {
    const there = () => setCodeThere(true)
    // The shown list reports failed imports.
    if (hasLists) void loadNestedLists().then(there, there)
  }, [hasLists])
  return (
    <>
      {lists.map(nested => (
        <PreloadedList key={nested.name} resource={nested} parentId={parentId} onSettled={settle} />
      ))}
      {children((isCodeThere || !hasLists) && lists.every(({ name }) => settled.includes(name)))}
    </>
  )
}

interface PreloadedListProps {
  resource: AnyResource
  parentId: string
  onSettled: (name: string) => void
}

const PreloadedList = ({ resource, parentId, onSettled }: PreloadedListProps) => {
  const [param = ''] = pathParamNames(resource.api)
  const { canAccess, isPending: isAccessPending } = useCanAccess({ resource: resource.name, action: 'list' })
  const { perPage, sort, filterDefaultValues: filter = {} } = relatedParams(resource)
  const { isPending } = useGetList(
    resource.name,
    { pagination: { page: 1, perPage }, sort, filter, meta: { [param]: parentId } },
    { enabled: canAccess === true, retry: false, onError: () => {} },
  )
  const isSettled = !isAccessPending && (!canAccess || !isPending)
  useEffect(() => {
    if (isSettled) onSettled(resource.name)
  }, [isSettled, onSettled, resource.name])
  return null
}
