import type { AnyField, Fields } from '../../schema'
import { useDeclaration } from '../declaration'
import { FieldValue } from './FieldValue'

/** Whether a field says what state its record is in. */
const isState = ([name, field]: [string, AnyField]): boolean =>
  field.kind === 'choice'
    ? field.options.tones !== undefined
    : field.kind === 'flag' && (name === 'isActive' || field.options.tone !== undefined)

/** What state a record is in: the values that have badges, and the flags that are not as most are. */
export const RecordBadges = ({ record }: { record: Readonly<Record<string, unknown>> }) => {
  const resource = useDeclaration()
  return Object.entries(resource.fields as Fields)
    .filter(isState)
    .map(([name]) => <FieldValue key={name} resource={resource} name={name} record={record} isInList />)
}
