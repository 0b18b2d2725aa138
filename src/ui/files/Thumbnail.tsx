import { useState } from 'react'
import { fileAddress } from '../../fileAddress'
import type { StoredImage } from '../../schema'
import { initials } from '../format/initials'
import styles from './files.module.css'

interface ThumbnailProps {
  image: Pick<StoredImage, 'url' | 'alt'> | null | undefined
  /** For initials. */
  name: string
  isDecoration?: boolean
  isRound?: boolean
  onGone?: () => void
}

export const Thumbnail = ({ image, name, isDecoration = false, isRound = false, onGone }: ThumbnailProps) => {
  const address = image ? fileAddress(image.url) : null
  // The picture may have been replaced.
  const [broken, setBroken] = useState<string | null>(null)
  const className = `${styles.thumbnail} ${isRound ? styles.round : ''}`
  return address && address !== broken ? (
    <img
      className={className}
      src={address}
      alt={isDecoration ? '' : (image?.alt ?? '')}
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      onError={() => {
        setBroken(address)
        onGone?.()
      }}
    />
  ) : (
    // Attributes stay out of accessible names and copied text.
    <span className={className} aria-hidden="true" data-initials={initials(name, '')} />
  )
}
