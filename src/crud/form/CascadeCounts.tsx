import type { Deletability } from '../../contract'
import { useMachineText } from '../../i18n/useMachineText'
import { resourceKeys } from '../text/resourceKeys'

interface CascadeCountsProps {
  title: string
  counts: Deletability['cascade']
}

export const CascadeCounts = ({ title, counts }: CascadeCountsProps) => {
  const translate = useMachineText()
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
