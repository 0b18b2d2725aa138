import { useTranslate } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { DeclarationProvider } from '../../crud/declaration'
import { RecordPage } from '../../crud/form/RecordPage'
import { HistorySection } from '../../crud/history/HistorySection'
import { BackLink } from '../../crud/screen/BackLink'
import { Loading } from '../../crud/screen/Loading'
import { Screen } from '../../crud/screen/Screen'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useText } from '../../i18n/useText'
import { type Customer, customers } from '../../resources/customers'
import styles from '../bookings/bookings.module.css'
import { CustomerFacts } from '../bookings/dialog/CustomerFacts'
import { CustomerActions } from './CustomerActions'
import { CustomerBookings } from './CustomerBookings'

const loadForm = () => import('./CustomerForm')
// Beside the customer and not after them. Whoever shows it hears of a failure.
loadForm().catch(() => {})
const CustomerForm = lazy(loadForm)

interface CustomerScreenProps {
  customer: Customer
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

const CustomerScreen = ({ customer, isReadOnly, onReload }: CustomerScreenProps) => {
  const text = useText()
  const loading = useTranslate()(resourceKeys(customers).loading('edit'))
  const isGone = customer.anonymizedAt !== null
  return (
    <Screen
      title={customer.name}
      back={<BackLink />}
      subtitle={isGone && text('customer.isAnonymized')}
      actions={<CustomerActions customer={customer} />}
    >
      <CustomerFacts customer={customer} />
      <div className={styles.columns}>
        <Suspense fallback={<Loading>{loading}</Loading>}>
          <CustomerForm isReadOnly={isReadOnly || isGone} isDeletable={!isReadOnly} onReload={onReload} />
        </Suspense>
        <CustomerBookings customerId={customer.id} />
      </div>
      <HistorySection />
    </Screen>
  )
}

/** One customer: how to reach them, what they have booked, and what can be done with them. */
const CustomerPage = () => {
  const { id = '' } = useParams()
  return (
    <DeclarationProvider resource={customers}>
      <RecordPage id={id}>
        {({ record, ...loaded }) => <CustomerScreen customer={record as unknown as Customer} {...loaded} />}
      </RecordPage>
    </DeclarationProvider>
  )
}

export default CustomerPage
