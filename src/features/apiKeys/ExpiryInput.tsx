import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { InstantInput } from '../../crud/inputs/timeInputs'
import type { InputProps } from '../../crud/kinds/kindView'
import { keyYears } from '../../resources/apiKeys'

/** A new key ends by itself unless somebody wants it to last. */
const ExpiryInput = (props: InputProps<'instant'>) => {
  const { name, record } = props
  const { getValues, setValue } = useFormContext()
  const isFilledIn = useRef(record !== undefined)
  useEffect(() => {
    if (isFilledIn.current || getValues(name)) return
    isFilledIn.current = true
    const end = new Date()
    end.setFullYear(end.getFullYear() + keyYears.usual)
    end.setSeconds(0, 0)
    setValue(name, end.toISOString())
  }, [name, getValues, setValue])
  return <InstantInput {...props} />
}

export default ExpiryInput
