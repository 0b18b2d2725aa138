import { useState } from 'react'
import { fileAddress } from '../../fileAddress'
import { useMachineText } from '../../i18n/useMachineText'
import { Thumbnail } from '../../ui/files/Thumbnail'
import styles from './kinds.module.css'
import type { CellProps } from './kindView'

export const ImageCell = ({ value, isInLink }: CellProps<'image'>) => {
  const text = useMachineText()
  // Histories also show deleted pictures.
  const [gone, setGone] = useState<string | null>(null)
  if (gone === value.url)
    return (
      <span className={styles.muted}>
        {value.alt ? text('crud.file.goneNamed', { alt: value.alt }) : text('crud.file.gone')}
      </span>
    )
  const picture = <Thumbnail image={value} name="" onGone={() => setGone(value.url)} />
  return isInLink ? (
    picture
  ) : (
    <a
      href={fileAddress(value.url)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={value.alt || text('crud.file.open')}
    >
      {picture}
    </a>
  )
}

export const FileCell = ({ value, isInLink }: CellProps<'file'>) =>
  isInLink ? value.name : <a href={fileAddress(value.url)}>{value.name}</a>
