import type { ReactElement } from 'react'

/** What the palette offers beyond records. */
export interface Offer {
  key: string
  /** A `start` is made from what was typed, and shown first. */
  group: 'start' | 'page' | 'command'
  label: string
  /** Under the label; of a start, what was understood. */
  about?: string
  /** Other words by which it is found: what is on the page, or what people may call it. */
  also?: () => string
  /** An address, something to do, or a dialog that opens once the palette is closed. */
  run: { to: string } | { act: () => void } | { dialog: (onClose: () => void) => ReactElement }
}

/** A subject's part of the palette. It renders nothing, and tells what it offers for what is typed. */
export interface PaletteProps {
  typed: string
  onOffer: (offers: readonly Offer[]) => void
}
