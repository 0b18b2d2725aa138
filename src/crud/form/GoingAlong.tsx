import { useTranslate } from 'ra-core'
import { resourceKeys } from '../text/resourceKeys'
import type { GoesAlong } from './useDeletability'

interface GoingAlongProps {
  title: string
  counts: GoesAlong['goesAlong']
}

/** What would be deleted along with records, counted. */
export const GoingAlong = ({ title, counts }: GoingAlongProps) => {
  const translate = useTranslate()
  return (
    <>
      <p>{title}</p>
      <ul>
        {counts.map(({ resource, count }) => (
          <li key={resource}>
            {count} {translate(resourceKeys({ name: resource }).name, { smart_count: count })}
          </li>
        ))}
      </ul>
    </>
  )
}
