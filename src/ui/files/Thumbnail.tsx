import { useState } from 'react'
import { fileAddress } from '../../fileAddress'
import type { StoredImage } from '../../schema'
import { initials } from '../format/initials'
import styles from './files.module.css'

interface ThumbnailProps {
  image: Pick<StoredImage, 'url' | 'alt'> | null | undefined
  /** Of what it is a picture; without one, its initials are shown. */
  name: string
  /** Beside its name already, so that nobody needs to be told twice. */
  isDecoration?: boolean
  isRound?: boolean
  /** Called when the picture turns out to be deleted; initials are shown then. */
  onGone?: () => void
}

/** A small picture of fixed size, or the initials of a name where there is no picture. */
export const Thumbnail = ({ image, name, isDecoration = false, isRound = false, onGone }: ThumbnailProps) => {
  const address = image ? fileAddress(image.url) : null
  // One that was replaced meanwhile.
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
    // As an attribute, so that it belongs to nobody's name and to no copied text.
    <span className={className} aria-hidden="true" data-initials={initials(name, '')} />
  )
}
