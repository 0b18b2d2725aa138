import type { ReactElement } from 'react'

export interface Offer {
  key: string
  /** A `start` is made from the typed text, and comes first. */
  group: 'start' | 'page' | 'command'
  label: string
  /** Under the label; a start's understanding of the text. */
  about?: string
  /** Other words to find it by: the page's, or what people may call it. */
  also?: () => string
  /** An address, an action, or a dialog for after the palette closes. */
  run: { to: string } | { act: () => void } | { dialog: (onClose: () => void) => ReactElement }
}

/** A subject's part of the palette renders nothing, and reports offers for the typed text. */
export interface PaletteProps {
  typed: string
  onOffer: (offers: readonly Offer[]) => void
}
