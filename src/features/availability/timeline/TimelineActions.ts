import type { ComponentType, CSSProperties, HTMLAttributes } from 'react'
import type { Span } from '../../../scheduling'

export interface BookingCardProps {
  bookingId: string
  anchor: HTMLElement
  handlers: Pick<HTMLAttributes<HTMLElement>, 'onKeyDown'>
}

/** ISO 8601. Without an end, the variant sets the length. */
export interface PlaceInTime {
  resourceId: string
  startsAt: string
  endsAt: string | null
}

export interface WaitingMarksProps {
  resourceId: string
  /** The whole timeline, in epoch ms. */
  range: { from: number; to: number }
  touches: (span: Span) => boolean
  styleOf: (span: Span) => CSSProperties
}

export interface TimelineActions {
  /** At a time still to be chosen. */
  onBook?: (() => void) | undefined
  onSelectFree?: ((time: PlaceInTime) => void) | undefined
  onBlock?: ((time: PlaceInTime & { endsAt: string }) => void) | undefined
  onSelectBlock?: ((blockId: string) => void) | undefined
  /** `by` in milliseconds. Resolves to success. */
  onResizeBlock?:
    | ((change: { blockId: string; edge: 'startsAt' | 'endsAt'; by: number }) => Promise<boolean>)
    | undefined
  onSelectBooking?: ((bookingId: string) => void) | undefined
  Card?: ComponentType<BookingCardProps> | undefined
  WaitingMarks?: ComponentType<WaitingMarksProps> | undefined
  onMove?: ((move: { bookingId: string; resourceId: string; startsAt: string }) => void) | undefined
}
