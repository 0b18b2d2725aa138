import { bookings } from '../../resources/bookings'
import { catalogItems } from '../../resources/catalogItems'
import { channels } from '../../resources/channels'
import { bookableResources } from '../../resources/resources'
import { resourceTypes } from '../../resources/resourceTypes'
import { Columns, RecordSearch, resourceKeys } from '../../show'
import { Choose } from '../availability/Choose'
import type { ChangeReport, FilterName, ReportState } from './reportState'
import { useText } from './useText'

const first = { pagination: { page: 1, perPage: 25 }, sort: { field: 'name', order: 'ASC' }, filter: {} } as const

const records: readonly {
  filter: Exclude<FilterName, 'source'>
  resource: { name: string }
  label: 'resource' | 'resourceType' | 'item' | 'channel'
}[] = [
  { filter: 'resourceId', resource: bookableResources, label: 'resource' },
  { filter: 'resourceTypeId', resource: resourceTypes, label: 'resourceType' },
  { filter: 'catalogItemId', resource: catalogItems, label: 'item' },
  { filter: 'channelId', resource: channels, label: 'channel' },
]

interface ReportFiltersProps {
  state: ReportState
  change: ChangeReport
  hasSource: boolean
}

const ReportFilters = ({ state: { filters }, change, hasSource }: ReportFiltersProps) => {
  const text = useText()
  return (
    <Columns least="12rem" gap="0 0.75rem">
      {records.map(({ filter, resource, label }) => (
        <RecordSearch
          key={filter}
          resource={resource.name}
          params={first}
          recordId={filters[filter]?.[0] ?? null}
          label={text(`reports.by.${label}`)}
          placeholder={text('reports.any')}
          onChange={id => change({ [filter]: id ?? '' })}
        />
      ))}
      {hasSource && (
        <Choose
          label={text('reports.by.source')}
          value={filters.source?.[0] ?? ''}
          none={text('reports.any')}
          choices={bookings.fields.source.options.values.map(id => ({
            id,
            name: text(resourceKeys(bookings).choice('source', id)),
          }))}
          onChange={source => change({ source })}
        />
      )}
    </Columns>
  )
}

export default ReportFilters
