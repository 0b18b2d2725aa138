import type { ReactElement } from 'react'

export interface Offer {
  key: string
  /** The typed text makes a `start`, which comes first. */
  group: 'start' | 'page' | 'command'
  label: string
  /** Under the label; a start as understood. */
  about?: string
  also?: () => string
  /** An address, an action, or a dialog after the palette closes. */
  run: { to: string } | { act: () => void } | { dialog: (onClose: () => void) => ReactElement }
}

/** A subject's part renders nothing, and reports offers for the typed text. */
export interface PaletteProps {
  typed: string
  onOffer: (offers: readonly Offer[]) => void
}
