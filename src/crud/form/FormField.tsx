import { useRecordContext } from 'ra-core'
import { Suspense } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type AnyResource, fieldOf, hasRole, isRequired, isShown } from '../../schema'
import { useDeclaration } from '../declaration'
import { inputOf } from '../inputs/inputOf'
import { resourceKeys } from '../text/resourceKeys'
import { useViews } from '../views'
import { fieldClass } from './fieldWidth'
import { useFormSettings } from './formContext'
import { ReadOnlyField } from './ReadOnlyField'

/** The values that decide whether a field is shown and required. */
const useConditionValues = (resource: AnyResource, name: string): Record<string, unknown> => {
  const names = Object.keys(resource.conditions?.[name]?.when ?? {})
  const { control } = useFormContext()
  const values = useWatch({ control, name: names })
  return Object.fromEntries(names.map((each, index) => [each, values[index]]))
}

/** One field of the form: an input if it may be written, its value if not, nothing if it does not apply. */
export const FormField = ({ name }: { name: string }) => {
  const resource = useDeclaration()
  const record = useRecordContext()
  const { inputs } = useViews(resource)
  const { isReadOnly, role } = useFormSettings()
  const values = useConditionValues(resource, name)
  const field = fieldOf(resource, name)
  if (!field || !isShown(resource, name, values, role)) return null
  const isNew = record?.id === undefined
  const isWritable = !isReadOnly && !(field.immutable && !isNew) && (!field.writeRole || hasRole(role, field.writeRole))
  if (!isWritable)
    return isNew ? null : (
      <div className={fieldClass(field)}>
        <ReadOnlyField name={name} />
      </div>
    )
  const Input = inputs?.[name] ?? inputOf(resource, name, field)
  return (
    <div className={fieldClass(field)} data-field={name}>
      <Suspense fallback={null}>
        <Input
          resource={resource}
          name={name}
          field={field}
          record={isNew ? undefined : record}
          isRequired={isRequired(resource, name, values, role)}
          helperText={field.help ? resourceKeys(resource).help(name) : false}
          inputOf={inputOf}
        />
      </Suspense>
    </div>
  )
}
