import { useRecordContext } from 'ra-core'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useFormContext, useWatch } from 'react-hook-form'
import { type AnyResource, fieldOf, hasRole, isRequired, isShown } from '../../schema'
import { useDeclaration } from '../declaration'
import { InputPlaceholder } from '../inputs/InputPlaceholder'
import { inputOf } from '../inputs/inputOf'
import type { InputProps } from '../kinds/kindView'
import { resourceKeys } from '../text/resourceKeys'
import { useViews } from '../views'
import { fieldClass } from './fieldWidth'
import { useFormSettings } from './formContext'
import { ReadOnlyField } from './ReadOnlyField'

const useConditionValues = (resource: AnyResource, name: string): Record<string, unknown> => {
  const names = Object.keys(resource.conditions?.[name]?.when ?? {})
  const { control } = useFormContext()
  const values = useWatch({ control, name: names })
  return Object.fromEntries(names.map((each, index) => [each, values[index]]))
}

/** The value alone if the person may not change it: nothing if hidden. */
export const FormField = ({ name }: { name: string }) => {
  const resource = useDeclaration()
  const record = useRecordContext()
  const { inputs } = useViews(resource)
  const { isReadOnly, role, open } = useFormSettings()
  const values = useConditionValues(resource, name)
  const field = fieldOf(resource, name)
  if (!field || !isShown(resource, name, values, role)) return null
  const isNew = record?.id === undefined
  const isLocked = open !== null && !open.includes(name)
  const isWritable =
    !isReadOnly && !isLocked && !(field.immutable && !isNew) && (!field.writeRole || hasRole(role, field.writeRole))
  if (!isWritable)
    return isNew ? null : (
      <div className={fieldClass(field)}>
        <ReadOnlyField name={name} />
      </div>
    )
  const KindInput = inputOf(resource, name, field)
  const OwnInput = inputs?.[name]
  const props: InputProps = {
    ...{ resource, name, field, inputOf },
    record: isNew ? undefined : record,
    isRequired: isRequired(resource, name, values, role),
    helperText: field.help ? resourceKeys(resource).help(name) : false,
  }
  return (
    <div className={fieldClass(field)} data-field={name}>
      <Suspense fallback={<InputPlaceholder {...props} />}>
        {OwnInput ? (
          // The kind's input keeps the typed values.
          <ErrorBoundary fallback={<KindInput {...props} />}>
            <OwnInput {...props} />
          </ErrorBoundary>
        ) : (
          <KindInput {...props} />
        )}
      </Suspense>
    </div>
  )
}
