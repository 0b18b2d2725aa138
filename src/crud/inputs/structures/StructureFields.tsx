import { SourceContextProvider, useWrappedSource } from 'ra-core'
import { Suspense, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { type AnyField, applies, type Fields } from '../../../schema'
import { FieldGrid } from '../../form/FieldGrid'
import { fieldClass } from '../../form/fieldWidth'
import type { FieldOwner, InputProps } from '../../kinds/kindView'
import { resourceKeys } from '../../text/resourceKeys'
import { InputPlaceholder } from '../InputPlaceholder'

interface StructureFieldsProps {
  owner: FieldOwner
  /** `address`, `questions.0` */
  source: string
  inputOf: InputProps['inputOf']
}

export const StructureFields = ({ owner, source, inputOf }: StructureFieldsProps) => {
  const path = useWrappedSource(source)
  const sources = useMemo(
    () => ({
      getSource: (name: string) => `${path}.${name}`,
      getLabel: (name: string) => resourceKeys(owner).field(name),
    }),
    [path, owner],
  )
  return (
    <SourceContextProvider value={sources}>
      <FieldGrid>
        {Object.entries(owner.fields as Fields).map(([name, field]) => (
          <StructureField key={name} owner={owner} name={name} field={field} within={path} inputOf={inputOf} />
        ))}
      </FieldGrid>
    </SourceContextProvider>
  )
}

interface StructureFieldProps {
  owner: FieldOwner
  name: string
  field: AnyField
  within: string
  inputOf: InputProps['inputOf']
}

const StructureField = ({ owner, name, field, within, inputOf }: StructureFieldProps) => {
  const path = `${within}.${name}`
  const needed = Object.keys(owner.conditions?.[name]?.when ?? {})
  const values = useWatch({ name: needed.map(each => `${within}.${each}`) })
  if (!applies(owner, name, Object.fromEntries(needed.map((each, index) => [each, values[index]])))) return null
  const Input = inputOf(owner, name, field)
  const helperText = field.help ? resourceKeys(owner).help(name) : false
  return (
    <div className={fieldClass(field)} data-field={path}>
      <Suspense fallback={<InputPlaceholder field={field} helperText={helperText} />}>
        <Input
          resource={owner}
          name={name}
          field={field}
          isRequired={field.presence === 'required'}
          helperText={helperText}
          inputOf={inputOf}
        />
      </Suspense>
    </div>
  )
}
