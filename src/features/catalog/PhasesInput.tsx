import { useGetMany } from 'ra-core'
import { useWatch } from 'react-hook-form'
import type { Phase } from '../../resources/phases'
import { type ResourceType, resourceTypes } from '../../resources/resourceTypes'
import type { InputProps } from '../../show'
import styles from './catalog.module.css'
import { useText } from './useText'

const PhasesBar = ({ phases, length }: { phases: readonly Partial<Phase>[]; length: number }) => {
  const text = useText()
  const ids = [...new Set(phases.flatMap(({ frees = [] }) => frees))]
  const { data = [] } = useGetMany<ResourceType>(resourceTypes.name, { ids })
  const names = new Map(data.map(type => [type.id, type.name]))
  const sum = phases.reduce((minutes, phase) => minutes + (Number(phase.minutes) || 0), 0)
  const sentence = sum === length ? 'whole' : sum < length ? 'short' : 'long'
  return (
    <>
      <div className={styles.phases} aria-hidden="true">
        {phases.map(({ minutes, frees = [] }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase is its place in the row.
          <div key={index} style={{ flexGrow: Number(minutes) || 0 }} data-frees={frees.length > 0 || undefined}>
            <span>{minutes}</span>
            {frees.length > 0 && <small>{frees.map(id => names.get(id)).join(', ')}</small>}
          </div>
        ))}
        {sum < length && <div style={{ flexGrow: length - sum }} data-is-missing="" />}
      </div>
      <p className={styles.sum} role="status">
        {text(`catalog.phases.${sentence}`, { sum, length, difference: Math.abs(length - sum) })}
      </p>
    </>
  )
}

const PhasesInput = (props: InputProps<'items'>) => {
  const Input = props.inputOf(props.resource, props.name, props.field)
  const [phases, length] = useWatch({ name: [props.name, 'durationMinutes'] }) as [Partial<Phase>[] | null, unknown]
  return (
    <div>
      <Input {...props} />
      {phases && phases.length > 0 && <PhasesBar phases={phases} length={Number(length) || 0} />}
    </div>
  )
}

export default PhasesInput
