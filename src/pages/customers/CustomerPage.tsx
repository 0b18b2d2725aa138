import { useTranslate } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { DeclarationProvider } from '../../crud/declaration'
import { RecordLoader } from '../../crud/form/RecordLoader'
import { HistorySection } from '../../crud/history/HistorySection'
import { BackLink } from '../../crud/screen/BackLink'
import { LoadError } from '../../crud/screen/LoadError'
import { Loading } from '../../crud/screen/Loading'
import { LoadingScreen } from '../../crud/screen/LoadingScreen'
import { Screen } from '../../crud/screen/Screen'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useCrudText } from '../../crud/text/useCrudText'
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
  const crudText = useCrudText()
  return (
    <DeclarationProvider resource={customers}>
      <RecordLoader
        key={id}
        id={id}
        loading={<LoadingScreen view="edit" />}
        notFound={
          <Screen title={crudText('crud.notFound.title')} back={<BackLink />}>
            <p>{crudText('crud.notFound.text')}</p>
          </Screen>
        }
        failed={(error, retry) => (
          <Screen title={crudText('crud.error.record')} back={<BackLink />}>
            <LoadError message={crudText('crud.error.record')} error={error} onRetry={retry} />
          </Screen>
        )}
      >
        {({ record, ...loaded }) => <CustomerScreen customer={record as unknown as Customer} {...loaded} />}
      </RecordLoader>
    </DeclarationProvider>
  )
}

export default CustomerPage
