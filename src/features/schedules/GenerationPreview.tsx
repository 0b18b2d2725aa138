import busy from '../../ui/screen/busy.module.css'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { GenerationCounts } from './GenerationCounts'
import { GenerationPlanView } from './GenerationPlanView'
import styles from './schedules.module.css'
import type { Generation } from './useGeneration'
import { useText } from './useText'

interface GenerationPreviewProps {
  generation: Generation
  timeZone: string
}

export const GenerationPreview = ({ generation, timeZone }: GenerationPreviewProps) => {
  const text = useText()
  const { plan, isValid, isPlanCurrent, plannedFrom } = generation
  if (!isValid) return <p className={styles.note}>{text('timeslots.rangeHelp')}</p>
  if (plan.error)
    return <LoadError message={text('timeslots.planFailed')} error={plan.error} onRetry={() => void plan.refetch()} />
  if (!plan.data) return <Loading>{text('timeslots.planning')}</Loading>
  return (
    <div aria-busy={!isPlanCurrent} className={`${styles.plan} ${busy.busy}`}>
      <GenerationCounts counts={plan.data} />
      <GenerationPlanView plan={plan.data} timeZone={timeZone} from={plannedFrom} />
    </div>
  )
}
