import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type RaRecord, useCanAccess, useDataProvider, useRecordContext } from 'ra-core'
import { calls } from '../../calls'
import styles from '../../crud/panels/panels.module.css'
import { catalogItems } from '../../resources/catalogItems'
import { Row, resourceKeys, type SlotwiseDataProvider, useDeclaration, useStartAction } from '../../show'
import { useText } from './useText'

interface ActivateProps {
  record: RaRecord
  isLast: boolean
}

const Activate = ({ record, isLast }: ActivateProps) => {
  const text = useText()
  const { canAccess } = useCanAccess({ resource: catalogItems.name, action: 'edit' })
  const { start } = useStartAction({ record })
  const action = catalogItems.actions?.activate
  if (!canAccess || !action) return null
  return (
    <Button variant={isLast ? 'contained' : 'outlined'} onClick={() => start({ name: 'activate', action })}>
      {text(resourceKeys(catalogItems).action('activate', 'label'))}
    </Button>
  )
}

const Readiness = () => {
  const record = useRecordContext<RaRecord>()
  const id = String(record?.id)
  const text = useText()
  const { name } = useDeclaration()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  // Begins with the resource: changing a variant refetches it.
  const { data, isPending } = useQuery({
    queryKey: [name, 'readiness', id],
    queryFn: ({ signal }) => dataProvider.call(calls.catalog.readiness, { params: { id }, signal }),
  })
  // Keeps the content below in place.
  if (isPending) return <Row wrap gap="0.5rem 0.625rem" className={styles.readiness} />
  if (!data || !record) return null
  const { isBookable, missing } = data
  const others = missing.filter(({ code }) => code !== 'status')
  const isInactive = others.length < missing.length
  const isLast = isInactive && others.length === 0
  const title = isBookable ? 'ready' : isLast ? 'inactive' : 'notReady'
  return (
    <Row
      as="section"
      wrap
      gap="0.5rem 0.625rem"
      className={styles.readiness}
      data-ready={isBookable}
      aria-label={text('catalog.readiness.title')}
    >
      {isBookable ? <CheckCircle fontSize="small" /> : <ErrorOutline fontSize="small" />}
      <div className={styles.readinessText}>
        <p className={styles.readinessTitle}>{text(`catalog.readiness.${title}`)}</p>
        {!isLast && missing.length > 0 && (
          <ul>
            {missing.map(({ code, text: english, variantId, variantName }) => (
              <li key={`${code} ${variantId}`}>
                {variantName && `${variantName}: `}
                {text(`validation.missing.${code}`, { _: english })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isInactive && <Activate record={record} isLast={isLast} />}
    </Row>
  )
}

export default Readiness
