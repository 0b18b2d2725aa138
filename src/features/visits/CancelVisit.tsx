import { useNotify } from 'ra-core'
import { useId, useState } from 'react'
import type { Visit, VisitPart } from '../../calls/visits'
import { DialogForm, formatTimes, type OwnDialogProps, serverNow, Tick, useDisplay } from '../../show'
import { Choose } from '../availability/Choose'
import styles from '../bookings/bookings.module.css'
import { ReasonField } from '../bookings/ReasonField'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { stands } from './apart'
import { useText } from './useText'
import { useVisitsApi } from './visitsApi'

const isOpen = (part: VisitPart): boolean => stands(part) && part.status !== 'completed' && part.status !== 'no_show'

/** One, some or all of what stands; at first all that has not begun. */
const CancelVisit = ({ record: visit, onClose }: OwnDialogProps<Visit>) => {
  const { id, reference, customerId, status } = visit
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const api = useVisitsApi()
  const legend = useId()
  const open = (visit.parts ?? []).filter(isOpen)
  const [chosen, setChosen] = useState(() => {
    const now = serverNow()
    return open.filter(({ startsAt }) => Date.parse(startsAt) > now).map(({ index }) => index)
  })
  const [by, setBy] = useState<'staff' | 'customer'>('staff')
  const [reason, setReason] = useState('')
  const [isTold, setTold] = useState(useTellsByDefault())
  const mayTell = customerId !== null && status !== 'held'
  const submit = async () => {
    await api.act(id, 'cancel', { parts: chosen, by, reason: reason || null, notify: mayTell && isTold })
    notify(text('visit.cancelled', { smart_count: chosen.length }), { type: 'success' })
    onClose()
  }
  return (
    <DialogForm
      title={text('visit.cancelTitle', { reference })}
      submit={text('visit.cancel')}
      cancel={text('visit.keep')}
      isDangerous
      isDisabled={chosen.length === 0}
      fields={['reason']}
      onSubmit={submit}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
          <div role="group" aria-labelledby={legend} className={styles.stream}>
            <p id={legend}>{text('visit.cancelWhat')}</p>
            <ul>
              {open.map(({ index, title, startsAt, endsAt, resources }) => (
                <li key={index}>
                  <Tick
                    label={[
                      formatTimes(Date.parse(startsAt), Date.parse(endsAt), display),
                      title,
                      resources.map(({ name }) => name).join(', '),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                    checked={chosen.includes(index)}
                    onChange={isOn => setChosen(isOn ? [...chosen, index] : chosen.filter(one => one !== index))}
                  />
                </li>
              ))}
            </ul>
          </div>
          <Choose
            label={text('visit.cancelBy')}
            value={by}
            choices={(['staff', 'customer'] as const).map(who => ({ id: who, name: text(`visit.by.${who}`) }))}
            onChange={who => setBy(who as typeof by)}
          />
          <ReasonField value={reason} error={errors.reason} onChange={setReason} />
          {mayTell && <TellKnown customerId={customerId} isTold={isTold} onChange={setTold} />}
        </>
      )}
    </DialogForm>
  )
}

export default CancelVisit
