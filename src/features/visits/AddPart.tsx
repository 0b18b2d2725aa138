import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { Visit } from '../../calls/visits'
import { availabilityKey } from '../../resources/effects'
import { DialogForm, Loading, useDisplay, useFailure, useSettled } from '../../show'
import type { Override } from '../bookings/bookingsApi'
import { formatStart } from '../bookings/formatDayTimes'
import { RefusalNotice } from '../bookings/RefusalNotice'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { stands } from './apart'
import { titlesOf } from './MoveVisit'
import { PlanStrip } from './PlanStrip'
import { Questions } from './Questions'
import { ServiceLine } from './ServiceLine'
import { newService, partOf, pinnedOn, type Service } from './service'
import { useText } from './useText'
import { visitRefusalOf } from './visitRefusal'
import { useVisitsApi } from './visitsApi'

const AddPart = ({ visit, onClose }: { visit: Visit; onClose: () => void }) => {
  const { id, reference, customerId, status, parts } = visit
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const failureOf = useFailure()
  const api = useVisitsApi()
  const [service, setService] = useState(() => newService())
  const [isTold, setTold] = useState(useTellsByDefault())
  const mayTell = customerId !== null && status !== 'held'
  const [part] = partOf(service, pinnedOn(visit.startsAt, display.timeZone))
  const wanted = part ? JSON.stringify(part) : ''
  const asked = useSettled(wanted, 300)
  const { data, error } = useQuery({
    queryKey: [availabilityKey, 'visit part', id, asked],
    queryFn: (): Promise<Pick<Visit, 'parts'>> => api.add(id, { ...JSON.parse(asked), dryRun: true }),
    enabled: asked !== '',
    retry: false,
  })
  const isCurrent = asked === wanted
  const refusal = isCurrent ? visitRefusalOf(error) : null
  const problem = isCurrent && error && !refusal ? failureOf(error) : null
  const known = new Set(parts?.map(({ index }) => index))
  const added = isCurrent && !error ? data?.parts?.find(({ index }) => !known.has(index)) : undefined
  const all = added ? [...(parts ?? []).filter(stands), added] : []
  const titles = new Map([...titlesOf(visit), ...(added ? [[added.index, service.itemName] as const] : [])])
  const add = async (override?: Override) => {
    if (!part) return
    const made = await api.add(id, {
      ...{ ...part, ...override },
      answers: service.answers,
      notify: mayTell && isTold,
    })
    const last = made.parts?.find(({ index }) => !known.has(index))
    notify(text('visit.added', { when: formatStart(last?.startsAt ?? visit.startsAt ?? '', display) }), {
      type: 'success',
    })
    onClose()
  }
  return (
    <DialogForm
      title={text('visit.addTitle', { reference })}
      submit={text('visit.addNow')}
      cancel={text('booking.cancelDialog')}
      isTall
      isDisabled={!added}
      fields={['answers']}
      onSubmit={() => add()}
      onClose={onClose}
    >
      {({ errors, isBusy, send, clear }) => {
        const change = (changes: Partial<Service>) => {
          setService(before => ({ ...before, ...changes }))
          clear()
        }
        return (
          <>
            <ServiceLine
              service={service}
              index={parts?.length ?? 0}
              guests={Math.max(0, ...(parts ?? []).map(({ guest }) => guest)) + 1}
              isAsked
              onChange={change}
            />
            <Questions service={service} path="" errors={errors} onChange={change} />
            {wanted && !added && !refusal && !problem && <Loading>{text('visit.planning')}</Loading>}
            {added && <PlanStrip parts={all} titles={titles} isOutdated={false} />}
            {problem && <p role="alert">{Object.values(problem.errors).join(' ') || problem.detail}</p>}
            {refusal && (
              <RefusalNotice
                refusal={{ ...refusal, alternatives: [] }}
                title={text('visit.refusedPart', { what: service.itemName })}
                isBusy={isBusy}
                onTake={() => {}}
                onOverride={reason => void send(() => add({ override: true, reason }))}
              />
            )}
            {mayTell && <TellKnown customerId={customerId} isTold={isTold} onChange={setTold} />}
          </>
        )
      }}
    </DialogForm>
  )
}

export default AddPart
