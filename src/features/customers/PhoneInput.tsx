import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type InputProps, LineInput } from '../../show'
import { usePhones } from './usePhones'

const PhoneInput = (props: InputProps<'phone'>) => {
  const { getValues, setValue } = useFormContext()
  const { complete, national } = usePhones()
  const [isTyping, setTyping] = useState(false)
  const settle = () => {
    setTyping(false)
    const typed: unknown = getValues(props.name)
    if (typeof typed !== 'string' || typed.startsWith('+')) return
    const whole = complete(typed)
    if (whole !== typed) setValue(props.name, whole, { shouldDirty: true, shouldValidate: true })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what its field does; Enter saves without leaving that.
    <div onBlur={settle} onInput={() => setTyping(true)} onKeyDownCapture={({ key }) => key === 'Enter' && settle()}>
      <LineInput {...props} format={(value: string | null) => (value && !isTyping ? national(value) : (value ?? ''))} />
    </div>
  )
}

export default PhoneInput
