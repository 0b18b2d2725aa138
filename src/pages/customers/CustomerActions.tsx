import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '../../crud/screen/ConfirmDialog'
import { useFailure } from '../../crud/useFailure'
import { useText } from '../../i18n/useText'
import { useRole } from '../../layout/useRole'
import { showToast } from '../../notifications/toast'
import type { Customer } from '../../resources/customers'
import { hasRole } from '../../schema'
import { useCustomerApi } from './useCustomerApi'

const MergeDialog = lazy(() => import('./MergeDialog'))

/** What can be done with a customer beyond saving, by those who look after the tenant. */
export const CustomerActions = ({ customer }: { customer: Customer }) => {
  const text = useText()
  const failureOf = useFailure()
  const role = useRole()
  const { anonymize } = useCustomerApi()
  const [asking, setAsking] = useState<'merge' | 'anonymize' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (!hasRole(role, 'admin') || customer.anonymizedAt) return null
  const close = () => {
    setAsking(null)
    setProblem(null)
  }
  const forget = async () => {
    setBusy(true)
    try {
      await anonymize(customer.id)
      void showToast('success', text('customer.anonymized'))
      close()
    } catch (error) {
      setProblem(failureOf(error).detail)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking('merge')}>
        {text('customer.mergeWith')}
      </Button>
      <Button variant="outlined" color="error" onClick={() => setAsking('anonymize')}>
        {text('customer.anonymize')}
      </Button>
      {asking === 'merge' && (
        <Suspense>
          <MergeDialog customer={customer} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={asking === 'anonymize'}
        title={text('customer.anonymizeTitle', { name: customer.name })}
        confirm={text('customer.anonymizeConfirm')}
        cancel={text('booking.cancelDialog')}
        isBusy={isBusy}
        error={problem}
        onConfirm={() => void forget()}
        onCancel={close}
      >
        {text('customer.anonymizeText')}
      </ConfirmDialog>
    </>
  )
}
