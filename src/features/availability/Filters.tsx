import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { Stack } from '../../ui/layout'
import { Choose } from './Choose'
import { RequestPickers } from './RequestPickers'
import ResourcePicker from './ResourcePicker'
import { useColorBy } from './useColorBy'
import type { ChosenRequest } from './useRequest'
import { type ShownResources, shownInWeek } from './useShownResources'
import { useText } from './useText'
import type { ChangeView, ViewState } from './viewState'

interface ResourceChoiceProps {
  state: ViewState
  change: ChangeView
  shown: ShownResources
}

/** The resource of a week, or the only one of a day. */
const ResourceChoice = ({ state, change, shown }: ResourceChoiceProps) => {
  const text = useText()
  if (shown.total === 0) return null
  const isWeek = state.view === 'week'
  const only = isWeek ? shownInWeek(shown, state) : shown.chosen
  const choose = (resourceId: string | null) => change({ resourceId })
  if (shown.total > shown.resources.length || shown.offset > 0)
    return (
      <ResourcePicker
        resourceTypeId={state.resourceTypeId}
        resourceId={isWeek ? (only?.id ?? null) : state.resourceId}
        onChange={choose}
      />
    )
  return (
    <Choose
      label={text('availability.resource')}
      value={only?.id ?? ''}
      choices={shown.resources}
      {...(!isWeek && { none: text('availability.allResources') })}
      onChange={id => choose(id || null)}
    />
  )
}

export interface FiltersProps {
  state: ViewState
  change: ChangeView
  chosen: ChosenRequest
  shown: ShownResources
}

const Filters = ({ state, change, chosen, shown }: FiltersProps) => {
  const text = useText()
  const [colorBy, setColorBy] = useColorBy()
  const isGrid = state.view === 'day' || state.view === 'week'
  const flag = (label: string, isChecked: boolean, set: (isChecked: boolean) => Partial<ViewState>) => (
    <FormControlLabel
      label={label}
      control={<Checkbox size="small" checked={isChecked} onChange={(_, now) => change(set(now), { replace: true })} />}
    />
  )
  return (
    <Stack>
      <RequestPickers state={state} change={change} chosen={chosen} />
      {isGrid && <ResourceChoice state={state} change={change} shown={shown} />}
      {isGrid && (
        <Choose
          label={text('availability.colorBy')}
          value={colorBy}
          choices={[
            { id: 'status', name: text('availability.colorBy.status') },
            { id: 'item', name: text('availability.colorBy.item') },
          ]}
          onChange={id => setColorBy(id === 'item' ? 'item' : 'status')}
        />
      )}
      {isGrid && flag(text('availability.allHours'), state.isWholeDay, isWholeDay => ({ isWholeDay }))}
      {state.view === 'list' &&
        flag(text('availability.showUnavailable'), state.withUnavailable, withUnavailable => ({ withUnavailable }))}
    </Stack>
  )
}

export default Filters
