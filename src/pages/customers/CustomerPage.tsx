import { useNavigate, useParams } from 'react-router'
import { DeclarationProvider } from '../../crud/declaration'
import { DeleteButton } from '../../crud/form/DeleteButton'
import { ErrorSummary } from '../../crud/form/ErrorSummary'
import { FormSections } from '../../crud/form/FormSections'
import formStyles from '../../crud/form/form.module.css'
import { RecordForm } from '../../crud/form/RecordForm'
import { RecordLoader } from '../../crud/form/RecordLoader'
import { SaveButton } from '../../crud/form/SaveButton'
import { HistorySection } from '../../crud/history/HistorySection'
import { BackLink } from '../../crud/screen/BackLink'
import { LoadError } from '../../crud/screen/LoadError'
import { LoadingScreen } from '../../crud/screen/LoadingScreen'
import { Screen } from '../../crud/screen/Screen'
import { useCrudText } from '../../crud/text/useCrudText'
import { useText } from '../../i18n/useText'
import { type Customer, customers } from '../../resources/customers'
import { screenPath } from '../../schema'
import styles from '../bookings/bookings.module.css'
import { CustomerFacts } from '../bookings/dialog/CustomerFacts'
import { CustomerActions } from './CustomerActions'
import { CustomerBookings } from './CustomerBookings'

interface CustomerScreenProps {
  customer: Customer
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

const CustomerScreen = ({ customer, isReadOnly, onReload }: CustomerScreenProps) => {
  const text = useText()
  const navigate = useNavigate()
  const list = screenPath(customers, 'list')
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
        <RecordForm
          className={formStyles.page}
          isReadOnly={isReadOnly || isGone}
          staysOpen
          onSaved={() => void onReload()}
          onReload={onReload}
        >
          <ErrorSummary />
          <div className={formStyles.panel}>
            <FormSections />
          </div>
          <div className={formStyles.toolbar}>
            {!isReadOnly && <DeleteButton onDeleted={() => navigate(list)} />}
            <SaveButton />
          </div>
        </RecordForm>
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
