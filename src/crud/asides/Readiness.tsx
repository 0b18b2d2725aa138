import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDeclaration } from '../declaration'
import type { CrudKey } from '../text/crudMessages'
import { useCrudText } from '../text/useCrudText'
import styles from './asides.module.css'

interface Readiness {
  missing: readonly ('variant' | 'resource' | 'hours')[]
}

const texts: Readonly<Record<Readiness['missing'][number], CrudKey>> = {
  variant: 'crud.readiness.variant',
  resource: 'crud.readiness.resource',
  hours: 'crud.readiness.hours',
}

/** What a catalog item lacks before it can be booked (domain.md §5). */
export const Readiness = ({ id }: { id: string }) => {
  const text = useCrudText()
  const { name } = useDeclaration()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  // Under the resource's own key, so that a change of its variants asks again.
  const { data } = useQuery({
    queryKey: [name, 'readiness', id],
    queryFn: async ({ signal }) =>
      (await dataProvider.call('GET', '/catalog-items/{id}/readiness', { params: { id }, signal })) as Readiness,
  })
  if (!data) return null
  const isReady = data.missing.length === 0
  return (
    <section className={styles.readiness} data-ready={isReady} aria-label={text('crud.readiness.title')}>
      {isReady ? <CheckCircle fontSize="small" /> : <ErrorOutline fontSize="small" />}
      <div>
        <p className={styles.readinessTitle}>{text(isReady ? 'crud.readiness.ready' : 'crud.readiness.notReady')}</p>
        <ul>
          {data.missing.map(need => (
            <li key={need}>{text(texts[need])}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
