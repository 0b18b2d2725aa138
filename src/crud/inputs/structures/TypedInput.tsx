import { useWrappedSource } from 'ra-core'
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useMachineText } from '../../../i18n/useMachineText'
import { Muted, Stack } from '../../../ui/layout'
import type { InputProps } from '../../kinds/kindView'
import { typedStructure } from '../../structure'
import { resourceKeys } from '../../text/resourceKeys'
import { StructureFields } from './StructureFields'
import { startingStructure } from './startingStructure'
import styles from './structures.module.css'

export const TypedInput = ({ resource, name, field, inputOf }: InputProps<'typed'>) => {
  const translate = useMachineText()
  const { by, types } = field.options
  const path = useWrappedSource(name)
  const { setValue, getValues, clearErrors } = useFormContext()
  const type: unknown = useWatch({ name: useWrappedSource(by) })
  const fields = typeof type === 'string' ? types[type]?.fields : undefined
  const owner = useMemo(
    () => (fields ? typedStructure(resource, name, String(type), fields) : null),
    [resource, name, type, fields],
  )
  const begunWith = useRef(getValues(path) ? type : undefined)
  useEffect(() => {
    if (!fields || begunWith.current === type) return
    begunWith.current = type
    setValue(path, startingStructure(fields), { shouldDirty: true })
    clearErrors(path)
  }, [fields, type, path, setValue, clearErrors])
  if (!owner) return null
  return (
    <Stack gap="0.5rem" className={styles.typed} key={owner.name}>
      <Muted>{translate(resourceKeys(owner).about)}</Muted>
      <StructureFields owner={owner} source={name} inputOf={inputOf} />
    </Stack>
  )
}
