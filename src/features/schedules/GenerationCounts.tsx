import type { noCounts } from './generation'
import styles from './schedules.module.css'
import { useText } from './useText'

const kinds = ['created', 'kept', 'deleted', 'conflicts'] as const

interface GenerationCountsProps {
  counts: typeof noCounts
  isDone?: boolean
}

export const GenerationCounts = ({ counts, isDone = false }: GenerationCountsProps) => {
  const text = useText()
  return (
    <dl className={styles.counts}>
      {kinds.map(kind => (
        <div key={kind} data-kind={kind}>
          <dt>{text(`timeslots.${isDone ? 'did' : 'would'}.${kind}`)}</dt>
          <dd>{counts[kind]}</dd>
        </div>
      ))}
    </dl>
  )
}
