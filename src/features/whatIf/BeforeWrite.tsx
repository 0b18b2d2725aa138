import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useDataProvider, useEvent, useNotify } from 'ra-core'
import { useEffect, useId, useState } from 'react'
import { calls } from '../../calls'
import type { BeforeWriteProps, WriteAnswer } from '../../crud/beforeWrite'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { serverNow } from '../../dataProvider/serverClock'
import { DAY } from '../../time/instant'
import { useFailure } from '../../ui/failure/useFailure'
import { addDays, todayInOrUtc } from '../../ui/format/dates'
import { useDisplay } from '../../ui/format/display'
import { takeFocus } from '../../ui/screen/takeFocus'
import { TellEach, useTellsByDefault } from '../bookings/TellCustomer'
import { AffectedBooking } from './AffectedBookings'
import { changesOf, maxChanges } from './changesOf'
import { carryOut, type Decision, type Decisions, decisions, type Note } from './decisions'
import { isRefusal } from './isRefusal'
import { useText } from './useText'
import type { Effect } from './useWhatIf'
import styles from './whatIf.module.css'

/** How long a write waits to learn what it would do, in milliseconds. */
const patience = 3000
/** How far ahead bookings are judged: as far as they can be. */
const furthest = 3 * 365 * DAY
/** How many bookings are named. */
const named = 5

/** Asks before a write that bookings to come would not survive, and then does with them what was decided. */
const BeforeWrite = ({ write, onAnswer }: BeforeWriteProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { timeZone } = useDisplay()
  const id = useId()
  const [effect, setEffect] = useState<Effect | null>(null)
  const { name } = write.data
  const [reason, setReason] = useState(() =>
    typeof name === 'string' ? text('whatIf.reasonOf', { name }) : text('whatIf.reason'),
  )
  const [isMissing, setMissing] = useState(false)
  const note = write.note as Note | undefined
  const noted: Decisions = note?.decided ?? new Map()
  const isToldByDefault = useTellsByDefault()
  const [isTold, setTold] = useState(note?.isTold ?? isToldByDefault)

  const follow = (decided: Decisions): NonNullable<WriteAnswer> => {
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

  const open = ({ bookings }: Effect) =>
    bookings.strandedCount -
    bookings.items.filter(one => one.severity === 'stranded' && noted.has(one.bookingId)).length

  const decide = useEvent((answer: Effect) => {
    if (open(answer) > 0) {
      write.onQuestion?.()
      return setEffect(answer)
    }
    const listed = new Set(answer.bookings.items.map(({ bookingId }) => bookingId))
    onAnswer(follow(new Map([...noted].filter(([bookingId]) => listed.has(bookingId)))))
  })
  const giveUp = useEvent((error: unknown) => {
    if (!isRefusal(error)) notify(text('whatIf.unknownSaved'), { type: 'warning' })
    onAnswer(follow(noted))
  })
  const ask = useEvent(async (signal: AbortSignal): Promise<Effect> => {
    const changes = changesOf(write)
    if (changes.length > maxChanges) throw new RangeError('These are more than can be asked about.')
    const from = todayInOrUtc(timeZone)
    const bookingsTo = new Date(serverNow() + furthest).toISOString()
    const body = { from, to: addDays(from, 1), timeZone, bookingsTo, changes }
    return dataProvider.call(calls.availability.simulate, { body, signal })
  })
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(() => asking.abort(new Error('It took too long.')), patience)
    let isLatest = true
    ask(asking.signal)
      .then(
        answer => isLatest && decide(answer),
        error => isLatest && giveUp(error),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isLatest = false
      clearTimeout(timer)
      asking.abort()
    }
  }, [ask, decide, giveUp])

  if (!effect) return null
  const stranded = effect.bookings.items.filter(one => one.severity === 'stranded' && !noted.has(one.bookingId))
  const count = open(effect)
  const title = text('whatIf.ask', { smart_count: count })
  const answer = (decision: Decision) => {
    if (reason.trim() === '') return setMissing(true)
    const decided = new Map([...noted, ...stranded.map(one => [one.bookingId, decision] as const)])
    onAnswer({ ...follow(decided), isConfirmed: true })
  }
  const kind = write.action === 'delete' ? 'delete' : 'save'
  return (
    <Dialog open onClose={() => onAnswer(null)} fullWidth maxWidth="sm" role="alertdialog" aria-labelledby={id}>
      <DialogTitle id={id}>{write.confirmation?.title ?? title}</DialogTitle>
      <DialogContent>
        {write.confirmation?.content}
        {write.confirmation && <p>{title}</p>}
        <ul className={styles.bookings}>
          {stranded.slice(0, named).map(booking => (
            <li key={booking.bookingId} data-severity={booking.severity}>
              <div>
                <AffectedBooking booking={booking} />
              </div>
            </li>
          ))}
        </ul>
        {count > named && <p>{text('whatIf.more', { smart_count: count - named })}</p>}
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
      </DialogContent>
      <DialogActions className={styles.answers ?? ''}>
        <Button onClick={() => onAnswer(null)} ref={takeFocus}>
          {text('whatIf.back')}
        </Button>
        <Button variant="outlined" onClick={() => answer('move')}>
          {text(`whatIf.${kind}Move`)}
        </Button>
        <Button variant="contained" onClick={() => answer('keep')}>
          {text(`whatIf.${kind}Keep`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default BeforeWrite
