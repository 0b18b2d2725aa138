import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import type { Schedule } from '../../resources/schedules'
import { DialogFrame, LoadError, Loading } from '../../show'
import busy from '../../ui/screen/busy.module.css'
import { GenerationCounts } from './GenerationCounts'
import { GenerationFields } from './GenerationFields'
import { GenerationPlanView } from './GenerationPlanView'
import styles from './schedules.module.css'
import { type Generation, useGeneration } from './useGeneration'
import { useText } from './useText'

interface GenerationPreviewProps {
  generation: Generation
  timeZone: string
}

const GenerationPreview = ({ generation, timeZone }: GenerationPreviewProps) => {
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

interface GenerateDialogProps {
  schedule: Schedule
  onClose: () => void
}

const GenerateDialog = ({ schedule, onClose }: GenerateDialogProps) => {
  const text = useText()
  const generation = useGeneration(schedule)
  const { run } = generation
  return (
    <DialogFrame
      title={text('timeslots.generateFor', { name: schedule.name })}
      maxWidth="md"
      isTall
      className={styles.generate}
      onClose={() => {
        if (run.phase !== 'running') onClose()
      }}
      actions={
        <>
          {run.phase === 'running' ? (
            <Button onClick={generation.stop}>{text('timeslots.stop')}</Button>
          ) : (
            <Button onClick={onClose}>{text(run.phase === 'done' ? 'timeslots.close' : 'timeslots.cancel')}</Button>
          )}
          {run.phase === 'idle' && <GenerateButton generation={generation} />}
        </>
      }
    >
      {run.phase === 'done' ? (
        <div role="status" className={styles.outcome}>
          <p>{text(run.isStopped ? 'timeslots.stopped' : 'timeslots.done')}</p>
          <GenerationCounts counts={run.counts} isDone />
        </div>
      ) : (
        <>
          <p className={styles.note}>{text('timeslots.asSaved')}</p>
          <GenerationFields
            input={generation.input}
            today={generation.today}
            isDisabled={run.phase === 'running'}
            onChange={generation.setInput}
          />
          {generation.failure && (
            <p role="alert" className={styles.failure}>
              {generation.failure}
            </p>
          )}
          {run.phase === 'running' ? (
            <div role="status" className={styles.outcome}>
              <p>{text('timeslots.running', { percent: Math.round(run.done * 100) })}</p>
              <LinearProgress variant="determinate" value={run.done * 100} aria-label={text('timeslots.progress')} />
            </div>
          ) : (
            <GenerationPreview generation={generation} timeZone={schedule.timeZone} />
          )}
        </>
      )}
    </DialogFrame>
  )
}

const GenerateButton = ({ generation: { plan, isPlanCurrent, generate } }: { generation: Generation }) => {
  const text = useText()
  const changes = plan.data ? plan.data.created + plan.data.deleted : 0
  const label = () => {
    if (!plan.data || !isPlanCurrent) return text('timeslots.generate')
    return changes === 0 ? text('timeslots.nothing') : text('timeslots.generateCount', { smart_count: changes })
  }
  return (
    <Button variant="contained" disabled={!isPlanCurrent || changes === 0} onClick={() => void generate()}>
      {label()}
    </Button>
  )
}

export default GenerateDialog
