import type { DraftEntity, SimulateInput } from '../../calls/simulateBody'
import type { BeforeWriteProps } from '../../show'

export const maxChanges = 20

export const changesOf = ({
  resource,
  action,
  ids,
  data,
  params,
}: Omit<BeforeWriteProps['write'], 'note'>): SimulateInput['changes'] => {
  const entityType = resource as DraftEntity
  const [parentId] = Object.values(params ?? {})
  if (action === 'create') return [{ action, entityType, ...(parentId ? { parentId: String(parentId) } : {}), data }]
  return ids.map(id => ({ action, entityType, id, ...(action === 'update' && { data }) }))
}
