import { useTranslate } from 'ra-core'
import type { Usage } from '../failure'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import styles from './form.module.css'
import { UsingRecord } from './UsingRecord'

interface UsedByProps {
  usages: readonly Usage[]
  /** Somebody has tried already. */
  isRefused: boolean
}

/** What refers to a record that therefore stays, with links to where that can be changed. */
export const UsedBy = ({ usages, isRefused }: UsedByProps) => {
  const text = useCrudText()
  const translate = useTranslate()
  return (
    <div role="alert" className={styles.summary}>
      <p>
        <strong>{text(isRefused ? 'crud.delete.inUse' : 'crud.delete.kept')}</strong>
      </p>
      <ul>
        {usages.map(({ resource, count, records }) => {
          const named = records.filter(({ name }) => name !== '')
          return (
            <li key={resource}>
              {count} {translate(resourceKeys({ name: resource }).name, { smart_count: count })}
              {named.length > 0 && ': '}
              {named.map((record, index) => (
                <span key={record.id}>
                  {index > 0 && ', '}
                  <UsingRecord resource={resource} record={record} />
                </span>
              ))}
              {named.length > 0 &&
                count > named.length &&
                ` ${text('crud.more', { smart_count: count - named.length })}`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
