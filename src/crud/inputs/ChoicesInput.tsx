import FormGroup from '@mui/material/FormGroup'
import { useInput } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { Tick } from '../../ui/Tick'
import { choicesOf } from '../choices'
import type { InputProps } from '../kinds/kindView'
import { InputFrame } from './InputFrame'

const asIs = (value: string[] | null) => value
const tight = { py: 0.5 }

interface ChoicesInputProps extends InputProps<'choices'> {
  /** Labels an input whose ticked values are left out. */
  others?: string
}

/** A check box for each value of a `choices` field. */
export const ChoicesInput = ({ others, ...props }: ChoicesInputProps) => {
  const { resource, name, field: declared } = props
  const translate = useMachineText()
  const { field, fieldState } = useInput<string[] | null>({ source: name, format: asIs, parse: asIs })
  const chosen = field.value ?? []
  const isInverted = others !== undefined
  const change = (value: string, isChosen: boolean) =>
    field.onChange(declared.options.values.filter(each => (each === value ? isChosen : chosen.includes(each))))
  return (
    <InputFrame input={props} label={others} error={fieldState.error?.message}>
      <FormGroup>
        {choicesOf(resource, name, declared).map(({ id, name: label }) => (
          <Tick
            key={id}
            label={translate(label)}
            size="small"
            sx={tight}
            checked={chosen.includes(id) !== isInverted}
            onChange={isTicked => change(id, isTicked !== isInverted)}
            onBlur={field.onBlur}
          />
        ))}
      </FormGroup>
    </InputFrame>
  )
}
