import { lazy, Suspense } from 'react'
import { resources } from '../../resources'
import { nestedIn } from '../../schema'
import { useDeclaration } from '../declaration'
import { asideOf } from './asideOf'
import { loadNestedLists } from './loadNestedLists'

const NestedLists = lazy(loadNestedLists)

/** What stands under the form of an existing record on its page: its aside, and lists of the resources that are nested in it. */
export const Asides = () => {
  const resource = useDeclaration()
  const { Content, shows = [] } = asideOf(resource) ?? {}
  const hasLists = nestedIn(resource, resources).some(nested => !shows.includes(nested))
  return (
    <Suspense fallback={null}>
      {Content && <Content />}
      {hasLists && <NestedLists except={shows} />}
    </Suspense>
  )
}
