import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext } from 'ra-core'
import { calls } from '../../calls'
import { useDeclaration } from '../../crud/declaration'
import styles from '../../crud/panels/panels.module.css'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useText } from '../../i18n/useText'

/** What a catalog item lacks before it can be booked. */
const Readiness = () => {
  const id = String(useRecordContext()?.id)
  const text = useText()
  const { name } = useDeclaration()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  // Under the resource's own key, so that changing a variant refetches it.
  const { data } = useQuery({
    queryKey: [name, 'readiness', id],
    queryFn: ({ signal }) => dataProvider.call(calls.catalog.readiness, { params: { id }, signal }),
  })
  if (!data) return null
  return (
    <section className={styles.readiness} data-ready={data.isBookable} aria-label={text('catalog.readiness.title')}>
      {data.isBookable ? <CheckCircle fontSize="small" /> : <ErrorOutline fontSize="small" />}
      <div>
        <p className={styles.readinessTitle}>
          {text(data.isBookable ? 'catalog.readiness.ready' : 'catalog.readiness.notReady')}
        </p>
        <ul>
          {data.missing.map(({ code, text: english, variantId, variantName }) => (
            <li key={`${code} ${variantId}`}>
              {variantName && `${variantName}: `}
              {text(`validation.missing.${code}`, { _: english })}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

export default Readiness
