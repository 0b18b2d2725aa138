import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useDataProvider, useNavigate, useNotify } from 'ra-core'
import { useState } from 'react'
import { mayAccess } from '../../declare'
import type { Customer } from '../../resources/customers'
import { type Demand, demand, refusalCodes } from '../../resources/demand'
import { DialogForm, type SlotwiseDataProvider, useDisplay, useRole } from '../../show'
import { useItem } from '../availability/useRequest'
import { CustomerSearch } from '../bookings/dialog/CustomerSearch'
import { formatDayTimes, formatStart } from '../bookings/formatDayTimes'
import { useText } from './useText'

interface NoteWishProps {
  variantId: string
  itemId?: string
  title: string
  startsAt: string
  endsAt?: string | null
  quantity?: number | null
  channelId?: string | null
  customer?: Customer | null
  code?: string | null | undefined
}

const isCode = (code: string | null): code is Demand['code'] =>
  (refusalCodes as readonly (string | null)[]).includes(code)

const NoteWish = ({ title, itemId, startsAt, endsAt = null, customer: known = null, ...wish }: NoteWishProps) => {
  const text = useText()
  const display = useDisplay()
  const role = useRole()
  const notify = useNotify()
  const navigate = useNavigate()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [isOpen, setOpen] = useState(false)
  const { data: item } = useItem((isOpen && itemId) || null)
  const [customer, setCustomer] = useState(known)
  const [note, setNote] = useState('')
  if (!mayAccess(role, demand.access, 'create')) return null
  const { variantId, quantity, channelId = null, code = null } = wish
  const save = async () => {
    const { data } = await dataProvider.create<Demand>(demand.name, {
      data: {
        ...{ variantId, channelId, wantedFrom: startsAt, wantedTo: endsAt, customerId: customer?.id ?? null },
        ...{ quantity: quantity ?? 1, code: isCode(code) ? code : 'other', note: note.trim() || null },
      },
    })
    const open = { label: text('demand.open'), onClick: () => navigate(`/demand/${data.id}/edit`) }
    notify(text('demand.noted'), { type: 'success', action: open })
    setOpen(false)
  }
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {text('demand.offer')}
      </Button>
      {isOpen && (
        // Its submit would bubble to the form around.
        <DialogForm
          title={text('demand.title')}
          submit={text('demand.save')}
          cancel={text('demand.cancel')}
          isButtonOnly
          fields={['customerId', 'note']}
          onSubmit={save}
          onClose={() => setOpen(false)}
        >
          {({ errors }) => (
            <>
              <p>
                {[item?.name, title].filter(Boolean).join(' · ')} ·{' '}
                {endsAt ? formatDayTimes({ startsAt, endsAt }, display) : formatStart(startsAt, display)}
              </p>
              <CustomerSearch
                label={text('demand.customer')}
                value={customer}
                error={errors.customerId}
                onChange={setCustomer}
              />
              <TextField
                label={text('demand.note')}
                value={note}
                multiline
                error={Boolean(errors.note)}
                helperText={errors.note}
                onChange={event => setNote(event.target.value)}
                slotProps={{ htmlInput: { maxLength: 500 } }}
              />
            </>
          )}
        </DialogForm>
      )}
    </>
  )
}

export default NoteWish
