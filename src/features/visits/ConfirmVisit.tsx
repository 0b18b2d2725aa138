import { useGetList, useGetMany, useNotify } from 'ra-core'
import { useState } from 'react'
import type { Visit } from '../../calls/visits'
import { type Booking, type BookingAnswers, bookings } from '../../resources/bookings'
import { type CatalogItem, catalogItems } from '../../resources/catalogItems'
import { DialogForm, type OwnDialogProps } from '../../show'
import type { Override } from '../bookings/bookingsApi'
import { type ChosenCustomer, CustomerPicker, forWhom } from '../bookings/dialog/CustomerPicker'
import { QuestionFields } from '../bookings/dialog/QuestionFields'
import { RefusalNotice } from '../bookings/RefusalNotice'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { usePhones } from '../customers/usePhones'
import { errorsAt } from './errorsAt'
import { refusedOf, titlesOf } from './MoveVisit'
import { useText } from './useText'
import { type VisitRefusal, visitRefusalOf } from './visitRefusal'
import { useVisitsApi } from './visitsApi'

const useOpenQuestions = (visitId: string) => {
  const { data: parts = [] } = useGetList<Booking>(bookings.name, {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'startsAt', order: 'ASC' },
    filter: { visitId },
  })
  const ids = [...new Set(parts.map(({ catalogItemId }) => catalogItemId))]
  const { data: items = [] } = useGetMany<CatalogItem>(catalogItems.name, { ids }, { enabled: ids.length > 0 })
  return parts.flatMap(({ visitIndex, catalogItemId, status, answers }) => {
    const questions = items.find(one => one?.id === catalogItemId)?.questions ?? []
    const isOpen = questions.some(({ key, required }) => required && (answers?.[key] ?? null) === null)
    return isOpen && (status === 'held' || status === 'expired') ? [{ index: visitIndex ?? 0, questions, answers }] : []
  })
}

/** A hold of several services becomes a visit; it needs a customer. */
const ConfirmVisit = ({ record: visit, onClose }: OwnDialogProps<Visit>) => {
  const { id, reference, customerId, title } = visit
  const text = useText()
  const notify = useNotify()
  const api = useVisitsApi()
  const { complete } = usePhones()
  const [customer, setCustomer] = useState<ChosenCustomer | null>(null)
  const [isTold, setTold] = useState(useTellsByDefault())
  const [refusal, setRefusal] = useState<VisitRefusal | null>(null)
  const open = useOpenQuestions(id)
  const [typed, setTyped] = useState<Readonly<Record<number, BookingAnswers>>>({})
  const partAnswers = () => Array.from({ length: visit.parts?.length ?? 0 }, (_, index) => typed[index] ?? null)
  const known = customerId ?? (customer && !customer.isNew ? customer.customer.id : null)
  const confirm = async (override?: Override) => {
    try {
      await api.act(id, 'confirm', {
        ...{ ...override, ...(!customerId && forWhom(customer, complete)), notify: isTold },
        ...(open.length > 0 && { partAnswers: partAnswers() }),
      })
    } catch (error) {
      const refused = visitRefusalOf(error)
      setRefusal(refused)
      if (refused) return
      throw error
    }
    notify(text('visit.confirmed', { reference }), { type: 'success' })
    onClose()
  }
  return (
    <DialogForm
      title={text('visit.confirmTitle', { reference })}
      submit={text('visit.confirm')}
      cancel={text('booking.cancelDialog')}
      fields={['customerId', 'customer', ...open.map(({ index }) => `parts.${index}.answers`)]}
      onSubmit={() => confirm()}
      onClose={onClose}
    >
      {({ errors, isBusy, send }) => (
        <>
          <p>{title}</p>
          {!customerId && <CustomerPicker value={customer} errors={errors} onChange={setCustomer} />}
          {open.map(({ index, questions, answers }) => (
            <QuestionFields
              key={index}
              questions={questions}
              title={titlesOf(visit).get(index) ?? ''}
              answers={typed[index] ?? answers ?? {}}
              errors={errorsAt(`parts.${index}.`, errors)}
              onChange={now => setTyped({ ...typed, [index]: now })}
            />
          ))}
          {known && <TellKnown customerId={known} isTold={isTold} onChange={setTold} />}
          {refusal && (
            <RefusalNotice
              refusal={{ ...refusal, alternatives: [] }}
              title={text('visit.refusedPart', { what: refusedOf(visit, refusal) })}
              isBusy={isBusy}
              onTake={() => {}}
              onOverride={reason => void send(() => confirm({ override: true, reason }))}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}

export default ConfirmVisit
