import type { AnyField, Fields } from '../../schema'
import { useDeclaration } from '../declaration'
import { FieldValue } from './FieldValue'

const isState = ([name, field]: [string, AnyField]): boolean =>
  field.kind === 'choice'
    ? field.options.tones !== undefined
    : field.kind === 'flag' && (name === 'isActive' || field.options.tone !== undefined)

/** Choices with tones, and inactivity. */
export const RecordBadges = ({ record }: { record: Readonly<Record<string, unknown>> }) => {
  const resource = useDeclaration()
  return Object.entries(resource.fields as Fields)
    .filter(isState)
    .map(([name]) => <FieldValue key={name} resource={resource} name={name} record={record} isInList />)
}
