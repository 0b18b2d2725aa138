import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { Visit } from '../../calls/visits'
import { DialogForm, type OwnDialogProps } from '../../show'
import type { Override } from '../bookings/bookingsApi'
import { type ChosenCustomer, CustomerPicker, forWhom } from '../bookings/dialog/CustomerPicker'
import { RefusalNotice } from '../bookings/RefusalNotice'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { usePhones } from '../customers/usePhones'
import { refusedOf } from './MoveVisit'
import { useText } from './useText'
import { type VisitRefusal, visitRefusalOf } from './visitRefusal'
import { useVisitsApi } from './visitsApi'

/** A hold of several services becomes a visit; it needs a customer. */
const ConfirmVisit = ({ record, onClose }: OwnDialogProps) => {
  const visit = record as unknown as Visit
  const { id, reference, customerId, title } = visit
  const text = useText()
  const notify = useNotify()
  const api = useVisitsApi()
  const { complete } = usePhones()
  const [customer, setCustomer] = useState<ChosenCustomer | null>(null)
  const [isTold, setTold] = useState(useTellsByDefault())
  const [refusal, setRefusal] = useState<VisitRefusal | null>(null)
  const known = customerId ?? (customer && !customer.isNew ? customer.customer.id : null)
  const confirm = async (override?: Override) => {
    try {
      await api.act(id, 'confirm', { ...override, ...(!customerId && forWhom(customer, complete)), notify: isTold })
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
      fields={['customerId', 'customer']}
      onSubmit={() => confirm()}
      onClose={onClose}
    >
      {({ errors, isBusy, send }) => (
        <>
          <p>{title}</p>
          {!customerId && <CustomerPicker value={customer} errors={errors} onChange={setCustomer} />}
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
