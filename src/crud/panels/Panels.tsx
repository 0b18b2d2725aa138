import { lazy, Suspense } from 'react'
import { nestedIn } from '../../schema'
import { useDeclaration } from '../declaration'
import { useRegistry, useViews } from '../views'
import { loadNestedLists } from './loadNestedLists'

const NestedLists = lazy(loadNestedLists)
const RelatedLists = lazy(() => import('./RelatedLists'))

const OwnPanels = () => {
  const resource = useDeclaration()
  const { all } = useRegistry()
  const { Content, shows = [] } = useViews(resource).panel ?? {}
  const hasLists = nestedIn(resource, all).some(({ name }) => !shows.some(shown => shown.name === name))
  return (
    <Suspense fallback={null}>
      {Content && <Content />}
      {hasLists && <NestedLists except={shows} />}
    </Suspense>
  )
}

export const PanelsAbove = () => (useViews(useDeclaration()).panel?.isFirst ? <OwnPanels /> : null)

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
