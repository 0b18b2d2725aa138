import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useDataProvider, useEvent, useNotify } from 'ra-core'
import { useEffect, useState } from 'react'
import { calls } from '../../calls'
import { addDays } from '../../declare'
import {
  type BeforeWriteProps,
  DialogFrame,
  type SlotwiseDataProvider,
  Stack,
  takeFocus,
  todayIn,
  useDisplay,
  useFailure,
} from '../../show'
import { TellEach } from '../bookings/TellCustomer'
import { AffectedBooking } from './AffectedBookings'
import { changesOf, maxChanges } from './changesOf'
import {
  type Affected,
  canMove,
  carryOut,
  type Decision,
  type Decisions,
  decideAll,
  decisions,
  isSamePlan,
  type Note,
  stillValid,
} from './decisions'
import { isRefusal } from './isRefusal'
import { useText } from './useText'
import { bookingsTo, type Effect } from './useWhatIf'
import styles from './whatIf.module.css'
import { whenFree } from './whenFree'

/** Milliseconds. */
const patience = 3000
const named = 5

const Rows = ({ bookings }: { bookings: readonly Affected[] }) => (
  <Stack as="ul" gap="0.75rem" className={styles.bookings}>
    {bookings.map(booking => (
      <li key={booking.bookingId} data-severity={booking.severity}>
        <div>
          <AffectedBooking booking={booking} />
        </div>
      </li>
    ))}
  </Stack>
)

type Answer = NonNullable<Parameters<BeforeWriteProps['onAnswer']>[0]>

/** Makes the answer that carries out what was decided, once the write is saved. */
const useAfterWrite = () => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return ({ decided, isTold, reason }: { decided: Decisions; isTold: boolean; reason: string }): Answer => {
    if (decided.size === 0) return {}
    return {
      after: async () => {
        try {
          const { done, refused } = await carryOut(dataProvider, { decided, isTold }, reason.trim())
          const told = decisions.flatMap(decision =>
            done[decision] > 0 ? [text(`whatIf.done.${decision}`, { smart_count: done[decision] })] : [],
          )
          const stays = text('whatIf.stays', {
            smart_count: refused.length,
            why: Array.from(new Set(refused)).join(' '),
          })
          notify([...told, ...(refused.length > 0 ? [stays] : [])].join(' · '), {
            type: refused.length > 0 ? 'warning' : 'success',
          })
        } catch (error) {
          if (!failureOf(error).isSignedOut) notify(text('whatIf.undone'), { type: 'error' })
        }
      },
    }
  }
}

/** Stranded bookings without a valid decision. */
const openOf = ({ bookings: { items, strandedCount } }: Effect, noted: Decisions) => {
  const valid = stillValid(noted, items)
  const stranded = items.filter(({ severity }) => severity === 'stranded').length
  const asked = items.filter(
    ({ bookingId, severity }) => !valid.has(bookingId) && (severity === 'stranded' || noted.has(bookingId)),
  )
  return { valid, asked, count: asked.length + strandedCount - stranded }
}

/** Asks at once what a write would do. */
const useAsk = (
  write: BeforeWriteProps['write'],
  onKnown: (effect: Effect) => void,
  onFailed: (error: unknown) => void,
) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { timeZone } = useDisplay()
  const ask = useEvent(async (signal: AbortSignal): Promise<Effect> => {
    const changes = changesOf(write)
    if (changes.length > maxChanges) throw new RangeError('These are more than can be asked about.')
    const from = todayIn(timeZone)
    const body = { from, to: addDays(from, 1), timeZone, bookingsTo: bookingsTo(), changes }
    return whenFree(() => dataProvider.call(calls.availability.simulate, { body, signal }), signal)
  })
  const known = useEvent(onKnown)
  const failed = useEvent(onFailed)
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(() => asking.abort(new Error('It took too long.')), patience)
    let isLatest = true
    ask(asking.signal)
      .then(
        answer => isLatest && known(answer),
        error => isLatest && failed(error),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isLatest = false
      clearTimeout(timer)
      asking.abort()
    }
  }, [ask, known, failed])
  return ask
}

const BeforeWrite = ({ write, onAnswer }: BeforeWriteProps) => {
  const text = useText()
  const notify = useNotify()
  const afterWrite = useAfterWrite()
  const [effect, setEffect] = useState<Effect | null>(null)
  const { name } = write.data
  const [reason, setReason] = useState(() =>
    typeof name === 'string' ? text('whatIf.reasonOf', { name }) : text('whatIf.reason'),
  )
  const [isMissing, setMissing] = useState(false)
  const note = write.note as Note | undefined
  const noted: Decisions = note?.decided ?? new Map()
  const [isTold, setTold] = useState(note?.isTold ?? false)
  const [isChanged, setChanged] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const answerWith = (decided: Decisions) => afterWrite({ decided, isTold, reason })
  const decide = (answer: Effect) => {
    const { valid, asked, count } = openOf(answer, noted)
    if (count === 0) return onAnswer(answerWith(valid))
    write.onQuestion?.()
    setChanged(asked.some(({ bookingId }) => noted.has(bookingId)))
    setEffect(answer)
  }
  const giveUp = (error: unknown) => {
    if (!isRefusal(error)) notify(text('whatIf.unknownSaved'), { type: 'warning' })
    onAnswer(answerWith(noted))
  }
  const ask = useAsk(write, decide, giveUp)

  if (!effect) return null
  const { valid, asked, count } = openOf(effect, noted)
  const movable = asked.filter(canMove).length
  const title = text('whatIf.ask', { smart_count: count })
  const answer = async (decision: Decision) => {
    if (isBusy) return
    if (reason.trim() === '') return setMissing(true)
    if (decision === 'move') {
      setBusy(true)
      const now = await ask(AbortSignal.timeout(patience)).catch(() => effect)
      setBusy(false)
      setEffect(now)
      if (!isSamePlan(openOf(now, noted).asked, asked)) return setChanged(true)
    }
    onAnswer({ ...answerWith(new Map([...valid, ...decideAll(asked, decision)])), isConfirmed: true })
  }
  const kind = write.action === 'delete' ? 'delete' : 'save'
  return (
    <DialogFrame
      title={write.confirmation?.title ?? title}
      maxWidth="sm"
      isAlert
      onClose={() => onAnswer(null)}
      actions={
        <>
          <Button variant="outlined" onClick={() => void answer('keep')}>
            {text(`whatIf.${kind}Keep`)}
          </Button>
          <Button variant="outlined" disabled={movable === 0} aria-busy={isBusy} onClick={() => void answer('move')}>
            {text(`whatIf.${kind}Move`)}
          </Button>
          <Button variant="contained" onClick={() => onAnswer(null)} ref={takeFocus}>
            {text('whatIf.back')}
          </Button>
        </>
      }
    >
      {write.confirmation?.content}
      {write.confirmation && <p>{title}</p>}
      {isChanged && <p role="status">{text('whatIf.planChanged')}</p>}
      <Rows bookings={asked.slice(0, named)} />
      {asked.length > named && (
        <details className={styles.rest}>
          <summary>{text('whatIf.more', { smart_count: asked.length - named })}</summary>
          <Rows bookings={asked.slice(named)} />
        </details>
      )}
      <p>{text('whatIf.movable', { smart_count: movable, all: count })}</p>
      <TextField
        fullWidth
        required
        margin="normal"
        label={text('whatIf.why')}
        value={reason}
        error={isMissing && reason.trim() === ''}
        helperText={isMissing && reason.trim() === '' ? text('whatIf.whyMissing') : text('whatIf.whyHelp')}
        onChange={event => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <TellEach isTold={isTold} onChange={setTold} label={text('whatIf.tell')} />
    </DialogFrame>
  )
}

export default BeforeWrite
