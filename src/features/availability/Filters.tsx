import { Tick } from '../../show'
import styles from './availability.module.css'
import { Choose } from './Choose'
import { RequestPickers } from './RequestPickers'
import { ResourceChoice } from './ResourceChoice'
import { useColorBy } from './useColorBy'
import type { ChosenRequest } from './useRequest'
import type { ShownResources } from './useShownResources'
import { useText } from './useText'
import type { ChangeView, ViewState } from './viewState'

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
    <Tick label={label} size="small" checked={isChecked} onChange={now => change(set(now), { replace: true })} />
  )
  return (
    <div className={styles.filterFields}>
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
    </div>
  )
}

export default Filters
