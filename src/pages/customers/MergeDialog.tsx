import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFailure } from '../../crud/useFailure'
import { useText } from '../../i18n/useText'
import { showToast } from '../../notifications/toast'
import { type Customer, customers } from '../../resources/customers'
import { screenPath } from '../../schema'
import styles from '../bookings/bookings.module.css'
import { CustomerSearch } from '../bookings/dialog/CustomerSearch'
import { useCustomerApi } from './useCustomerApi'

/** Makes one customer of two, after saying what becomes of either. */
const MergeDialog = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const text = useText()
  const failureOf = useFailure()
  const navigate = useNavigate()
  const { merge } = useCustomerApi()
  const id = useId()
  const [into, setInto] = useState<Customer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!into || isBusy) return
    setBusy(true)
    try {
      await merge(customer.id, into.id)
      void showToast('success', text('customer.merged', { name: customer.name, into: into.name }))
      navigate(screenPath(customers, 'edit', into.id), { replace: true })
    } catch (error) {
      const { errors, detail } = failureOf(error)
      setProblem(errors.intoId ?? detail)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form noValidate onSubmit={event => void submit(event)}>
        <DialogTitle id={id}>{text('customer.mergeTitle', { name: customer.name })}</DialogTitle>
        <DialogContent className={styles.dialogContent}>
          <p>{text('customer.mergeText', { name: customer.name })}</p>
          <CustomerSearch
            label={text('customer.mergeInto')}
            value={into}
            exceptId={customer.id}
            onChange={chosen => {
              setInto(chosen)
              setProblem(null)
            }}
          />
          {problem && (
            <p role="alert" className={styles.error}>
              {problem}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text('booking.cancelDialog')}</Button>
          <Button type="submit" color="error" variant="contained" disabled={!into} aria-busy={isBusy}>
            {text('customer.merge')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default MergeDialog
