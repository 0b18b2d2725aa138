import type { BookableResource } from '../../resources/resources'
import { RecordSearch } from '../../show'
import { firstResources } from './useShownResources'
import { useText } from './useText'

interface ResourcePickerProps {
  resourceTypeId: string | null
  resourceId: string | null
  onChange: (resourceId: string | null) => void
}

const ResourcePicker = ({ resourceTypeId, resourceId, onChange }: ResourcePickerProps) => {
  const text = useText()
  return (
    <RecordSearch<BookableResource>
      resource="resources"
      params={firstResources(resourceTypeId)}
      recordId={resourceId}
      onChange={onChange}
      label={text('availability.resource')}
      placeholder={text('availability.searchResource')}
    />
  )
}

export default ResourcePicker
