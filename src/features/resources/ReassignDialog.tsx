import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useLocale, useNotify } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router'
import { calls } from '../../calls'
import { type AnswerOf, addDays } from '../../declare'
import { bookings } from '../../resources/bookings'
import { type BookableResource, bookableResources } from '../../resources/resources'
import {
  DaySpan,
  DialogForm,
  instantOf,
  Muted,
  type OwnDialogProps,
  RecordSearch,
  resourceKeys,
  type SlotwiseDataProvider,
  useDisplay,
  useFailure,
} from '../../show'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { TellEach, useTellsByDefault } from '../bookings/TellCustomer'
import styles from './reassign.module.css'
import { useText } from './useText'

type ReassignPlan = AnswerOf<typeof calls.resources.reassign>

const Plan = ({ plan }: { plan: ReassignPlan | undefined }) => {
  const text = useText()
  const display = useDisplay()
  const locale = useLocale()
  const staying = plan?.bookings.filter(({ ok }) => !ok) ?? []
  return (
    <>
      <p>
        {!plan
          ? text('resources.reassignLook')
          : plan.bookings.length === 0
            ? text('resources.reassignNone')
            : text('resources.reassignMoves', { smart_count: plan.movedCount })}
      </p>
      {staying.length > 0 && (
        <>
          <p>{text('resources.reassignStays', { smart_count: staying.length })}</p>
          <ul>
            {staying.map(({ bookingId, code, detail, ...booking }) => (
              <li key={bookingId}>
                <Link to={`/bookings/${bookingId}`}>{formatDayTimes(booking, display)}</Link>{' '}
                {locale === 'en' ? detail : text(`problems.${code}`, { _: detail ?? '' })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const ReassignDialog = ({ record: resource, onClose }: OwnDialogProps<BookableResource>) => {
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [toResourceId, setTo] = useState<string | null>(null)
  const [days, setDays] = useState({ from: '', to: '' })
  const [isTold, setTold] = useState(useTellsByDefault())
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
  const count = data?.movedCount ?? 0
  const refused = error && failureOf(error)
  const submit = async () => {
    if (!toResourceId) return
    const { movedCount } = await ask(toResourceId, false)
    notify(text('resources.reassignDone', { smart_count: movedCount }), { type: 'success' })
    onClose()
  }
  return (
    <DialogForm
      title={text('resources.reassign', { name: resource.name })}
      submit={
        count > 0
          ? text('resources.reassignDo', { smart_count: count })
          : text(resourceKeys(bookableResources).action('reassign', 'label'))
      }
      cancel={text('crud.cancel')}
      isDisabled={!toResourceId || count === 0}
      isButtonOnly
      onSubmit={submit}
      onClose={onClose}
    >
      <Muted>{text('resources.reassignText')}</Muted>
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
        {refused ? (
          <p className={styles.error}>{Object.values(refused.errors)[0] ?? refused.detail}</p>
        ) : (
          toResourceId && <Plan plan={data} />
        )}
      </div>
    </DialogForm>
  )
}

export default ReassignDialog
