import { humanize, inSentence } from './naming'
import { type AnyResource, fieldOf, type Texts } from './resource'

const one = ({ label }: AnyResource): string => label[0]
const oneInSentence = (resource: AnyResource): string => inSentence(one(resource))

export const textsOf = (resource: AnyResource): Texts => ({
  created: `${one(resource)} created successfully`,
  updated: `${one(resource)} updated successfully`,
  deleted: `${one(resource)} deleted successfully`,
  createFailed: `Failed to create ${oneInSentence(resource)}`,
  updateFailed: `Failed to update ${oneInSentence(resource)}`,
  deleteFailed: `Failed to delete ${oneInSentence(resource)}`,
  empty: `No ${inSentence(resource.label[1])} yet`,
  ...resource.texts,
})

/** "Loading Channels..." for a list, "Loading channel..." for a record. */
export const loadingText = (resource: AnyResource, view: 'list' | 'edit'): string =>
  `Loading ${view === 'list' ? resource.label[1] : oneInSentence(resource)}...`

export const screenTitle = (resource: AnyResource, view: 'list' | 'create' | 'edit'): string => {
  if (view === 'list') return resource.label[1]
  return `${view === 'create' ? 'New' : 'Edit'} ${one(resource)}`
}

export const fieldLabel = (resource: AnyResource, name: string): string =>
  fieldOf(resource, name)?.label ?? humanize(name)

export const choiceLabel = (resource: AnyResource, name: string, value: string): string => {
  const field = fieldOf(resource, name)
  return ((field?.kind === 'choice' || field?.kind === 'choices') && field.options.labels[value]) || humanize(value)
}
