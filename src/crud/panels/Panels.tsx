import { lazy, Suspense } from 'react'
import { nestedIn } from '../../schema'
import { useDeclaration } from '../declaration'
import { useRegistry, useViews } from '../views'
import { loadNestedLists } from './loadNestedLists'

const NestedLists = lazy(loadNestedLists)
const RelatedLists = lazy(() => import('./RelatedLists'))

/** What belongs to an existing record beside its form: its panel, and lists of nested records. */
const OwnPanels = () => {
  const resource = useDeclaration()
  const { all } = useRegistry()
  const { Content, shows = [] } = useViews(resource).panel ?? {}
  const hasLists = nestedIn(resource, all).some(nested => !shows.includes(nested))
  return (
    <Suspense fallback={null}>
      {Content && <Content />}
      {hasLists && <NestedLists except={shows} />}
    </Suspense>
  )
}

/** What stands above the form on an existing record's page. */
export const PanelsAbove = () => (useViews(useDeclaration()).panel?.isFirst ? <OwnPanels /> : null)

/** What follows the form on an existing record's page; lists of referring records come last. */
export const PanelsBelow = () => {
  const resource = useDeclaration()
  const { panel } = useViews(resource)
  return (
    <>
      {!panel?.isFirst && <OwnPanels />}
      {resource.related && (
        <Suspense fallback={null}>
          <RelatedLists related={resource.related} />
        </Suspense>
      )}
    </>
  )
}
