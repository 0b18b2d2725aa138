import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useTranslate } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDeclaration } from '../declaration'
import { useCrudText } from '../text/useCrudText'
import styles from './asides.module.css'

interface Answer {
  isBookable: boolean
  missing: readonly { code: string; text: string; variantId?: string; variantName?: string }[]
}

/** What a catalog item lacks before it can be booked (domain.md §5). */
const Readiness = () => {
  const id = String(useRecordContext()?.id)
  const text = useCrudText()
  const translate = useTranslate()
  const { name } = useDeclaration()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  // Under the resource's own key, so that a change of its variants asks again.
  const { data } = useQuery({
    queryKey: [name, 'readiness', id],
    queryFn: async ({ signal }) =>
      (await dataProvider.call('GET', '/catalog-items/{id}/readiness', { params: { id }, signal })) as Answer,
  })
  if (!data) return null
  return (
    <section className={styles.readiness} data-ready={data.isBookable} aria-label={text('crud.readiness.title')}>
      {data.isBookable ? <CheckCircle fontSize="small" /> : <ErrorOutline fontSize="small" />}
      <div>
        <p className={styles.readinessTitle}>
          {text(data.isBookable ? 'crud.readiness.ready' : 'crud.readiness.notReady')}
        </p>
        <ul>
          {data.missing.map(({ code, text: english, variantId, variantName }) => (
            <li key={`${code} ${variantId}`}>
              {variantName && `${variantName}: `}
              {translate(`validation.missing.${code}`, { _: english })}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

export default Readiness
