import { Choose } from './Choose'
import ResourcePicker from './ResourcePicker'
import { type ShownResources, shownInWeek } from './useShownResources'
import { useText } from './useText'
import type { ChangeView, ViewState } from './viewState'

interface ResourceChoiceProps {
  state: ViewState
  change: ChangeView
  shown: ShownResources
}

export const ResourceChoice = ({ state, change, shown }: ResourceChoiceProps) => {
  const text = useText()
  // While it loads, the button below must not move.
  if (shown.total === 0 && !shown.isLoading) return null
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
