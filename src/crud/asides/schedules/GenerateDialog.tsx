import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useEffect, useId, useRef, useState } from 'react'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { refreshAfterMutation } from '../../../dataProvider/freshness'
import { useText } from '../../../i18n/useText'
import { showToast } from '../../../notifications/toast'
import type { Schedule } from '../../../resources/schedules'
import { timeslots } from '../../../resources/timeslots'
import { addDays, isDate, todayIn } from '../../inputs/hours/dates'
import { useIsNarrow } from '../../list/useIsNarrow'
import { LoadError } from '../../screen/LoadError'
import { Loading } from '../../screen/Loading'
import { useFailure } from '../../useFailure'
import { GenerationCounts } from './GenerationCounts'
import { GenerationFields } from './GenerationFields'
import { GenerationPlanView } from './GenerationPlanView'
import { type GenerationInput, type noCounts, planGeneration, runGeneration } from './generation'
import styles from './schedules.module.css'

interface GenerateDialogProps {
  schedule: Schedule
  onClose: () => void
}

/** How long typing must rest before the plan is made anew, in milliseconds. */
const rest = 400

type Run =
  | { phase: 'idle' }
  | { phase: 'running'; done: number }
  | { phase: 'done'; counts: typeof noCounts; isStopped: boolean }

const isPossible = ({ from, to }: GenerationInput, today: string): boolean =>
  isDate(from) && isDate(to) && from >= today && from <= to && to < addDays(from, 366)

/** Makes timeslots from a schedule's hours: what it would do comes first, and at the end what it did. */
const GenerateDialog = ({ schedule, onClose }: GenerateDialogProps) => {
  const text = useText()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const client = useQueryClient()
  const isNarrow = useIsNarrow()
  const titleId = useId()
  const today = todayIn(schedule.timeZone)
  const [input, setInput] = useState<GenerationInput>({
    from: today,
    to: addDays(today, 27),
    slotDurationMinutes: schedule.slotDurationMinutes ?? null,
    gapMinutes: schedule.slotGapMinutes ?? null,
    capacity: schedule.slotCapacity ?? null,
    onExisting: 'keep',
  })
  const [asked, setAsked] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(input), rest)
    return () => clearTimeout(timer)
  }, [input])
  const [run, setRun] = useState<Run>({ phase: 'idle' })
  const [failure, setFailure] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const isValid = isPossible(input, today)
  const plan = useQuery({
    queryKey: [timeslots.name, 'plan', schedule.id, asked],
    queryFn: ({ signal }) => planGeneration(dataProvider, String(schedule.id), asked, signal),
    enabled: isPossible(asked, today) && run.phase === 'idle',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const isCurrent = isValid && input === asked && !plan.isPlaceholderData && !plan.isFetching

  const generate = async () => {
    const controller = new AbortController()
    stop.current = controller
    setFailure(null)
    setRun({ phase: 'running', done: 0 })
    try {
      const counts = await runGeneration(dataProvider, String(schedule.id), asked, {
        onProgress: done => setRun({ phase: 'running', done }),
        signal: controller.signal,
      })
      setRun({ phase: 'done', counts, isStopped: controller.signal.aborted })
      void showToast('success', text('timeslots.generated', { smart_count: counts.created }))
    } catch (error) {
      setFailure(failureOf(error).detail)
      setRun({ phase: 'idle' })
    }
    void refreshAfterMutation(client, timeslots.name)
    void client.invalidateQueries({ queryKey: ['availability'] })
  }

  const { data } = plan
  const changes = data ? data.created + data.deleted : 0
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={isNarrow}
      aria-labelledby={titleId}
      onClose={() => {
        if (run.phase !== 'running') onClose()
      }}
    >
      <DialogTitle id={titleId}>{text('timeslots.generateFor', { name: schedule.name })}</DialogTitle>
      <DialogContent className={styles.generate}>
        {run.phase === 'done' ? (
          <div role="status" className={styles.outcome}>
            <p>{text(run.isStopped ? 'timeslots.stopped' : 'timeslots.done')}</p>
            <GenerationCounts counts={run.counts} isDone />
          </div>
        ) : (
          <>
            <p className={styles.note}>{text('timeslots.asSaved')}</p>
            <GenerationFields input={input} today={today} isDisabled={run.phase === 'running'} onChange={setInput} />
            {failure && (
              <p role="alert" className={styles.failure}>
                {failure}
              </p>
            )}
            {run.phase === 'running' ? (
              <div role="status" className={styles.outcome}>
                <p>{text('timeslots.running', { percent: Math.round(run.done * 100) })}</p>
                <LinearProgress variant="determinate" value={run.done * 100} aria-label={text('timeslots.progress')} />
              </div>
            ) : !isValid ? (
              <p className={styles.note}>{text('timeslots.rangeHelp')}</p>
            ) : plan.error ? (
              <LoadError
                message={text('timeslots.planFailed')}
                error={plan.error}
                onRetry={() => void plan.refetch()}
              />
            ) : data ? (
              <div aria-busy={!isCurrent} className={styles.plan}>
                <GenerationCounts counts={data} />
                <GenerationPlanView plan={data} timeZone={schedule.timeZone} from={asked.from} />
              </div>
            ) : (
              <Loading>{text('timeslots.planning')}</Loading>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        {run.phase === 'running' ? (
          <Button onClick={() => stop.current?.abort()}>{text('timeslots.stop')}</Button>
        ) : (
          <Button onClick={onClose}>{text(run.phase === 'done' ? 'timeslots.close' : 'timeslots.cancel')}</Button>
        )}
        {run.phase === 'idle' && (
          <Button variant="contained" disabled={!isCurrent || changes === 0} onClick={() => void generate()}>
            {data && isCurrent
              ? changes === 0
                ? text('timeslots.nothing')
                : text('timeslots.generateCount', { smart_count: changes })
              : text('timeslots.generate')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

export default GenerateDialog
