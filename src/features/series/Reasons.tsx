import type { Occurrence } from '../../scheduling/series/answers'
import { useEngineMessage } from '../explanations/useEngineMessage'
import styles from './series.module.css'

export const Reasons = ({ reasons }: Pick<Occurrence, 'reasons'>) => {
  const say = useEngineMessage()
  return Array.from(new Set(reasons.map(say))).map(reason => (
    <span key={reason} className={styles.muted}>
      {reason}
    </span>
  ))
}
