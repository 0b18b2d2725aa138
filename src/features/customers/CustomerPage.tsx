import { useNavigate } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { screenPath } from '../../declare'
import { type Customer, customers } from '../../resources/customers'
import {
  DeclarationProvider,
  Loading,
  RecordActions,
  RecordBadges,
  RecordPage,
  RecordPicture,
  RecordScreen,
  resourceKeys,
} from '../../show'
import bookingStyles from '../bookings/bookings.module.css'
import { CustomerHead } from './CustomerHead'
import { CustomerStream } from './CustomerStream'
import styles from './customers.module.css'
import { useText } from './useText'

const NewBooking = lazy(() => import('../bookings/NewBooking'))
const loadForm = () => import('./CustomerForm')
// Loads beside the customer; the lazy component reports failures.
loadForm().catch(() => {})
const CustomerForm = lazy(loadForm)

interface CustomerScreenProps {
  customer: Customer
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

const CustomerScreen = ({ customer, isReadOnly, onReload }: CustomerScreenProps) => {
  const text = useText()
  const navigate = useNavigate()
  const loading = useText()(resourceKeys(customers).loading('edit'))
  const isGone = customer.anonymizedAt !== null
  return (
    <RecordScreen
      title={customer.name}
      picture={!isGone && <RecordPicture resource={customers} record={customer} always />}
      badge={<RecordBadges record={customer} />}
      subtitle={isGone && text('customer.isAnonymized')}
      actions={
        <>
          {!isGone && (
            <Suspense>
              <NewBooking
                customer={customer}
                {...(customer.bookingCount > 0 && { label: text('customer.bookAgain') })}
              />
            </Suspense>
          )}
          <RecordActions
            record={customer}
            {...(!isReadOnly && {
              onDeleted: () => navigate(screenPath(customers, 'list'), { state: { isDeleted: true } }),
            })}
          />
        </>
      }
    >
      <CustomerHead customer={customer} />
      <div className={styles.columns}>
        <div className={bookingStyles.stream}>
          <CustomerStream customer={customer} />
        </div>
        <Suspense fallback={<Loading>{loading}</Loading>}>
          <CustomerForm isReadOnly={isReadOnly || isGone} onReload={onReload} />
        </Suspense>
      </div>
    </RecordScreen>
  )
}

const CustomerPage = () => {
  const { id = '' } = useParams()
  return (
    <DeclarationProvider resource={customers}>
      <RecordPage<Customer> id={id}>
        {({ record, ...loaded }) => <CustomerScreen customer={record} {...loaded} />}
      </RecordPage>
    </DeclarationProvider>
  )
}

export default CustomerPage
