import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'
import type { SeriesScope } from '../../resources/bookingSeriesActions'
import { useText } from './useText'

const scopes: readonly SeriesScope[] = ['this', 'following', 'all']

interface ScopeChoiceProps {
  value: SeriesScope
  onChange: (scope: SeriesScope) => void
}

export const ScopeChoice = ({ value, onChange }: ScopeChoiceProps) => {
  const text = useText()
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id}>{text('series.scope')}</FormLabel>
      <RadioGroup aria-labelledby={id} value={value} onChange={event => onChange(event.target.value as SeriesScope)}>
        {scopes.map(scope => (
          <FormControlLabel key={scope} value={scope} control={<Radio />} label={text(`series.scope.${scope}`)} />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
