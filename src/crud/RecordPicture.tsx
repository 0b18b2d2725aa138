import { lazy, Suspense } from 'react'
import type { AnyResource, StoredImage } from '../schema'
import { recordName } from './recordName'
import styles from './recordPicture.module.css'

const Thumbnail = lazy(async () => ({ default: (await import('../ui/files/Thumbnail')).Thumbnail }))

interface RecordPictureProps {
  resource: AnyResource
  record: Readonly<Record<string, unknown>>
  always?: boolean
}

/** Initials replace a missing picture. */
export const RecordPicture = ({ resource, record, always = false }: RecordPictureProps) =>
  resource.picture || always ? (
    <span className={styles.picture} data-picture>
      <Suspense fallback={null}>
        <Thumbnail
          image={record[resource.picture ?? ''] as StoredImage | null | undefined}
          name={recordName(resource, record)}
          isDecoration
          isRound={resource.name === 'users'}
        />
      </Suspense>
    </span>
  ) : null
