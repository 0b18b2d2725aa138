import { lazy, Suspense } from 'react'
import { nestedIn } from '../../schema'
import { useDeclaration } from '../declaration'
import { useRegistry, useViews } from '../views'
import { loadNestedLists } from './loadNestedLists'

const NestedLists = lazy(loadNestedLists)
const RelatedLists = lazy(() => import('./RelatedLists'))

/** What follows the form on an existing record's page: its panel, and lists of nested and referring records. */
export const Panels = () => {
  const resource = useDeclaration()
  const { all } = useRegistry()
  const { Content, shows = [] } = useViews(resource).panel ?? {}
  const hasLists = nestedIn(resource, all).some(nested => !shows.includes(nested))
  return (
    <Suspense fallback={null}>
      {Content && <Content />}
      {hasLists && <NestedLists except={shows} />}
      {resource.related && <RelatedLists related={resource.related} />}
    </Suspense>
  )
}
