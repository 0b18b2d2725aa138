import { useListContext } from 'ra-core'
import { config } from '../../config'
import type { GeoPoint } from '../../schema'
import { Muted, Row, Stack } from '../../ui/layout'
import { Loading } from '../../ui/screen/Loading'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { columnsOf } from '../list/columnsOf'
import { ListFailure } from '../list/ListContent'
import { RecordLines } from '../list/RecordLines'
import { RecordLink } from '../list/RecordLink'
import { useRecordNames } from '../recordName'
import { CutNote } from './CutNote'
import { MapPlane } from './MapPlane'
import styles from './map.module.css'
import { useListViews } from './useOpenView'
import { useToneOf } from './useToneOf'
import { useViewRecords } from './useViewRecords'
import { useViewText } from './useViewText'

const most = 500

const MapView = () => {
  const text = useViewText()
  const resource = useDeclaration()
  const { map } = useListViews()
  const { filterValues, filter, sort } = useListContext()
  const toneOf = useToneOf()
  const at = map?.at ?? ''
  const {
    records: found = [],
    total,
    error,
    isPending,
    retry,
  } = useViewRecords({ filter: { ...filterValues, ...filter, [at]: true }, sort, most })
  // A record may have lost its place meanwhile.
  const records = found.filter(record => record[at])
  const nameOf = useRecordNames(resource, records)
  if (error) return <ListFailure error={error} onRetry={retry} />
  if (isPending) return <Loading>{text('crud.views.loading')}</Loading>
  if (records.length === 0) return <Muted>{text('crud.map.none')}</Muted>
  const columns = columnsOf(resource)
  const title: readonly string[] = resource.list.cardTitle ?? columns[0]?.names ?? [resource.represent]
  const lines = columns.filter(({ name }) => map?.shows?.includes(name))
  const markers = records.map(record => ({
    id: String(record.id),
    name: nameOf(record),
    tone: toneOf(record),
    at: record[at] as GeoPoint,
  }))
  return (
    <Stack gap="0.5rem">
      <div className={styles.map}>
        <MapPlane markers={markers} />
        <ul aria-label={text('crud.map.list')} className={styles.places}>
          {records.map(record => (
            <li key={record.id}>
              <Row>
                <RecordLink names={title} record={record} />
              </Row>
              <Muted>
                <FieldValue resource={resource} name={at} record={record} />
              </Muted>
              {lines.length > 0 && <RecordLines record={record} columns={lines} />}
            </li>
          ))}
        </ul>
      </div>
      {!config.map && <Muted>{text('crud.map.plain')}</Muted>}
      <CutNote shown={found.length} total={total} />
    </Stack>
  )
}

export default MapView
