import { useCanAccess } from 'ra-core'
import { Link } from 'react-router'
import type { Usage } from '../../contract'
import { type AnyResource, fieldOf } from '../../schema'
import { dialogParam, recordAddress, withParam } from '../addresses'
import { FieldValue } from '../kinds/FieldValue'
import { useRegistry } from '../views'

type Using = Usage['records'][number]

const parentOf = (resource: AnyResource, { params = {} }: Using): { parent: AnyResource; id: string } | null => {
  const [name, id] = Object.entries(params).at(-1) ?? []
  const field = name && fieldOf(resource, name)
  return field && field.kind === 'reference' && id ? { parent: field.options.to() as AnyResource, id } : null
}

/** A link if readable. */
export const UsingRecord = ({ resource: name, record }: { resource: string; record: Using }) => {
  const resource = useRegistry().named(name)
  const nested = resource.screens ? null : parentOf(resource, record)
  const { canAccess } = useCanAccess({ resource: nested?.parent.name ?? name, action: 'show' })
  const screen = nested ? recordAddress(nested.parent, nested.id) : recordAddress(resource, record.id)
  const address = nested && screen ? screen + withParam('', dialogParam(resource, 'edit'), record.id) : screen
  const label = (
    <FieldValue resource={resource} name={resource.represent} record={{ [resource.represent]: record.name }} isInLink />
  )
  return canAccess && address ? <Link to={address}>{label}</Link> : label
}
