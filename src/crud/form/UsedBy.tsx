import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { resourceNamed } from '../../resources'
import { recordAddress } from '../addresses'
import type { Usage } from '../failure'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import styles from './form.module.css'

/** What refers to a record that therefore stays, with links to where that can be changed. */
export const UsedBy = ({ usages }: { usages: readonly Usage[] }) => {
  const text = useCrudText()
  const translate = useTranslate()
  return (
    <div role="alert" className={styles.summary}>
      <p>
        <strong>{text('crud.delete.inUse')}</strong>
      </p>
      <ul>
        {usages.map(({ resource, count, records }) => (
          <li key={resource}>
            {count} {translate(resourceKeys({ name: resource }).name, { smart_count: count })}:{' '}
            {records.map(({ id, name }, index) => {
              const address = recordAddress(resourceNamed(resource), id)
              return (
                <span key={id}>
                  {index > 0 && ', '}
                  {address ? <Link to={address}>{name}</Link> : name}
                </span>
              )
            })}
            {count > records.length && ` ${text('crud.more', { smart_count: count - records.length })}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
