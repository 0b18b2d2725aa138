import { bookableResources } from '../../resources/resources'
import { RecordPicture } from '../../show'
import styles from './availability.module.css'
import type { ShownResource } from './useShownResources'
import { useText } from './useText'
import type { ChangeView } from './viewState'

interface WeekFacesProps {
  resources: readonly ShownResource[]
  chosenId: string | undefined
  change: ChangeView
}

const WeekFaces = ({ resources, chosenId, change }: WeekFacesProps) => {
  const text = useText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line with what it names
    <div role="group" className={styles.faces} aria-label={text('availability.resource')}>
      {resources.map(resource => (
        <button
          key={resource.id}
          type="button"
          aria-pressed={resource.id === chosenId}
          onClick={() => change({ resourceId: resource.id, why: null })}
        >
          <RecordPicture resource={bookableResources} record={{ ...resource }} />
          {resource.name}
        </button>
      ))}
    </div>
  )
}

export default WeekFaces
