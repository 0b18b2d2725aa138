import { useGetOne, useRecordContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ResourceType } from '../../resources/resourceTypes'
import { resourceTypes } from '../../resources/resourceTypes'
import type { InputProps } from '../../show'

/** Its type's until somebody types one (docs/domain.md#resource-types-and-resources). */
const CapacityInput = (props: InputProps<'integer'>) => {
  const isNew = useRecordContext()?.id === undefined
  const typeId: unknown = useWatch({ name: 'resourceTypeId' })
  const { getValues, setValue } = useFormContext()
  const { data: type } = useGetOne<ResourceType>(
    resourceTypes.name,
    { id: String(typeId) },
    { enabled: isNew && typeof typeId === 'string' },
  )
  const filledIn = useRef<unknown>(null)
  const capacity = type?.id === typeId ? type?.defaultCapacity : undefined
  useEffect(() => {
    if (!isNew || capacity === undefined || (getValues(props.name) ?? null) !== filledIn.current) return
    filledIn.current = capacity
    setValue(props.name, capacity, { shouldDirty: true })
  }, [isNew, capacity, props.name, getValues, setValue])
  const IntegerInput = props.inputOf(props.resource, props.name, props.field)
  return <IntegerInput {...props} />
}

export default CapacityInput
