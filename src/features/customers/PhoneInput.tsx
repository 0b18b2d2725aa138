import { useFormContext } from 'react-hook-form'
import { type InputProps, LineInput } from '../../show'
import { usePhones } from './usePhones'

/** Completes a national number once it is typed. */
const PhoneInput = (props: InputProps<'phone'>) => {
  const { getValues, setValue } = useFormContext()
  const { complete } = usePhones()
  const settle = () => {
    const typed: unknown = getValues(props.name)
    if (typeof typed !== 'string' || typed.startsWith('+')) return
    const whole = complete(typed)
    if (whole !== typed) setValue(props.name, whole, { shouldDirty: true, shouldValidate: true })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what its field does; Enter saves without leaving that.
    <div onBlur={settle} onKeyDownCapture={({ key }) => key === 'Enter' && settle()}>
      <LineInput {...props} />
    </div>
  )
}

export default PhoneInput
