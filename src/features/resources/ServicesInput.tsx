import { useController } from 'react-hook-form'
import { InputFrame, type InputProps } from '../../show'
import { ServiceBoxes } from './ServiceBoxes'
import { useServices } from './useServices'

const ServicesInput = (props: InputProps) => {
  const { field, fieldState } = useController({ name: props.name })
  const { data } = useServices()
  return (
    <InputFrame input={props} error={fieldState.error?.message}>
      {data && (
        <ServiceBoxes services={data.services} taken={field.value as readonly string[]} onChange={field.onChange} />
      )}
    </InputFrame>
  )
}

export default ServicesInput
