import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import { useInput } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { choicesOf } from '../choices'
import type { InputProps } from '../kinds/kindView'
import { InputFrame } from './InputFrame'

const asIs = (value: string[] | null) => value
const tight = { py: 0.5 }

/** A box to tick for each value; the values are kept in their declared order. */
export const ChoicesInput = (props: InputProps<'choices'>) => {
  const { resource, name, field: declared } = props
  const translate = useMachineText()
  const { field, fieldState } = useInput<string[] | null>({ source: name, format: asIs, parse: asIs })
  const chosen = field.value ?? []
  const change = (value: string, isChosen: boolean) =>
    field.onChange(declared.options.values.filter(each => (each === value ? isChosen : chosen.includes(each))))
  return (
    <InputFrame input={props} error={fieldState.error?.message}>
      <FormGroup>
        {choicesOf(resource, name, declared).map(({ id, name: label }) => (
          <FormControlLabel
            key={id}
            label={translate(label)}
            control={
              <Checkbox
                size="small"
                sx={tight}
                checked={chosen.includes(id)}
                onChange={(_, isChosen) => change(id, isChosen)}
                onBlur={field.onBlur}
              />
            }
          />
        ))}
      </FormGroup>
    </InputFrame>
  )
}
