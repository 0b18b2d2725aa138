import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { calls } from '../../calls'
import { RecordSearch } from '../../crud/inputs/RecordSearch'
import { resourceKeys } from '../../crud/text/resourceKeys'
import type { OwnDialogProps } from '../../crud/views'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { bookings } from '../../resources/bookings'
import { type BookableResource, bookableResources } from '../../resources/resources'
import { useFailure } from '../../ui/failure/useFailure'
import { addDays } from '../../ui/format/dates'
import { useDisplay } from '../../ui/format/display'
import { instantOf } from '../../ui/format/localTimes'
import { DaySpan } from '../../ui/inputs/DaySpan'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { TellEach, useTellsByDefault } from '../bookings/TellCustomer'
import styles from './reassign.module.css'
import { useText } from './useText'

/** Previews which bookings can move to another resource, then moves them. */
const ReassignDialog = ({ record, onClose }: OwnDialogProps) => {
  const resource = record as BookableResource
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const failureOf = useFailure()
  const id = useId()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [toResourceId, setTo] = useState<string | null>(null)
  const [days, setDays] = useState({ from: '', to: '' })
  const [isTold, setTold] = useState(useTellsByDefault())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = (to: string, dryRun: boolean) =>
    dataProvider.call(calls.resources.reassign, {
      params: { id: resource.id },
      body: {
        toResourceId: to,
        dryRun,
        notify: isTold && !dryRun,
        ...(days.from && { from: instantOf(days.from, '00:00', display.timeZone) }),
        ...(days.to && { to: instantOf(addDays(days.to, 1), '00:00', display.timeZone) }),
      },
    })
  const { data, error } = useQuery({
    queryKey: [bookings.name, 'reassign', resource.id, toResourceId, days],
    queryFn: () => ask(toResourceId ?? '', true),
    enabled: toResourceId !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const staying = data?.bookings.filter(({ ok }) => !ok) ?? []
  const count = data?.movedCount ?? 0
  const sentenceOf = (failure: unknown) => {
    const { errors, detail } = failureOf(failure)
    return Object.values(errors)[0] ?? detail
  }
  const submit = async () => {
    if (!toResourceId || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const { movedCount } = await ask(toResourceId, false)
      notify(text('resources.reassignDone', { smart_count: movedCount }), { type: 'success' })
      onClose()
    } catch (failure) {
      setProblem(sentenceOf(failure))
      setBusy(false)
    }
  }
  const refusal = problem ?? (error && sentenceOf(error))
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{text('resources.reassign', { name: resource.name })}</DialogTitle>
      <DialogContent className={styles.content}>
        <p className={styles.about}>{text('resources.reassignText')}</p>
        <RecordSearch<BookableResource>
          resource={bookableResources.name}
          params={{
            pagination: { page: 1, perPage: 25 },
            sort: { field: 'sortOrder', order: 'ASC' },
            filter: { isActive: true, resourceTypeId: resource.resourceTypeId },
          }}
          recordId={toResourceId}
          without={resource.id}
          label={text('resources.reassignTo')}
          placeholder={text('resources.reassignSearch')}
          onChange={setTo}
        />
        <div className={styles.days}>
          <DaySpan
            days={days}
            labels={{ from: text('resources.reassignFrom'), to: text('resources.reassignUntil') }}
            onChange={setDays}
          />
        </div>
        <TellEach isTold={isTold} onChange={setTold} />
        <div aria-live="polite" className={styles.plan}>
          {refusal ? (
            <p className={styles.error}>{refusal}</p>
          ) : (
            toResourceId && (
              <>
                <p>
                  {!data
                    ? text('resources.reassignLook')
                    : data.bookings.length === 0
                      ? text('resources.reassignNone')
                      : text('resources.reassignMoves', { smart_count: count })}
                </p>
                {staying.length > 0 && (
                  <>
                    <p>{text('resources.reassignStays', { smart_count: staying.length })}</p>
                    <ul>
                      {staying.map(({ bookingId, code, detail, ...booking }) => (
                        <li key={bookingId}>
                          <Link to={`/bookings/${bookingId}`}>{formatDayTimes(booking, display)}</Link>{' '}
                          {display.locale === 'en' ? detail : text(`problems.${code}`, { _: detail ?? '' })}
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </>
            )
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text('crud.cancel')}</Button>
        <Button
          variant="contained"
          disabled={!toResourceId || count === 0}
          aria-busy={isBusy}
          onClick={() => void submit()}
        >
          {count > 0
            ? text('resources.reassignDo', { smart_count: count })
            : text(resourceKeys(bookableResources).action('reassign', 'label'))}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default ReassignDialog
