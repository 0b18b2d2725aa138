import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetOne } from 'ra-core'
import { lazy, useEffect } from 'react'
import { createAddress, hasRole } from '../../../declare'
import { bookingStart } from '../../../i18n/en/features/bookingStart'
import { navigation } from '../../../i18n/en/features/navigation'
import { blocks } from '../../../resources/blocks'
import { bookings } from '../../../resources/bookings'
import { type Customer, customers } from '../../../resources/customers'
import {
  formatDay,
  formatMoment,
  instantOf,
  type PaletteProps,
  roomText,
  type SlotwiseDataProvider,
  searchRecords,
  todayIn,
  useDisplay,
  useRole,
} from '../../../show'
import type { BookingStart } from '../dialog/useBookingDraft'
import { formatDayTimes } from '../formatDayTimes'
import { readStart } from './readStart'
import { useMoves } from './useMoves'

const BookingDialog = lazy(() => import('../dialog/BookingDialog'))
const MoveDialog = lazy(() => import('../move/MoveDialog'))
const useText = roomText({ ...bookingStart, ...navigation })

type Offer = Parameters<PaletteProps['onOffer']>[0][number]

interface SearchResult {
  type: string
  id: string
  title: string
  subtitle: string
  path: string
  match: { tier: string }
}

interface StartedProps {
  start: BookingStart
  customerId: string | undefined
  onClose: () => void
}

/** Opens once the customer is loaded. */
const Started = ({ start, customerId = '', onClose }: StartedProps) => {
  const { data, isPending } = useGetOne<Customer>(customers.name, { id: customerId }, { enabled: customerId !== '' })
  if (customerId !== '' && isPending) return null
  return <BookingDialog start={{ ...start, ...(data && { customer: data }) }} onClose={onClose} />
}

interface Who {
  customers: readonly SearchResult[]
  item: SearchResult | undefined
  unknown: readonly string[]
}

const isWhole = ({ match }: SearchResult) => match.tier !== 'similar' && match.tier !== 'contains'

/** Words of an item or variant do not name the customer, unless all do. */
const readNames = async (
  dataProvider: SlotwiseDataProvider,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Who> => {
  const ask = async (q: string, types: string[], limit: number) =>
    q.length < 2 ? [] : (await dataProvider.call(searchRecords, { query: { q, types, limit }, signal })).results
  const whole = await ask(names.join(' '), [customers.name], 3)
  if (whole.length > 0) return { customers: whole, item: undefined, unknown: [] }
  const found = await Promise.all(names.map(name => ask(name, ['variants', 'catalogItems'], 1)))
  const item = found.flat().find(isWhole)
  const left = names.filter((_, index) => !found[index]?.some(isWhole))
  const those = await ask(left.join(' '), [customers.name], 3)
  return { customers: those, item, unknown: those.length === 0 ? left : [] }
}

const nobody: Who = { customers: [], item: undefined, unknown: [] }

/** A variant is found at its item's address. */
const whatOf = (item: SearchResult | undefined): BookingStart => {
  if (!item) return {}
  if (item.type === 'catalogItems') return { itemId: item.id }
  return { variantId: item.id, itemId: /catalog\/([\da-f-]+)/.exec(item.path)?.[1] ?? null }
}

/** Offers New Booking, or a move of a next booking, with what it understood of the typed text. */
const BookingStarts = ({ typed, onOffer }: PaletteProps) => {
  const text = useText()
  const role = useRole()
  const display = useDisplay()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const today = todayIn(display.timeZone)
  const read = (starts: 'bookingStart.starts' | 'bookingStart.moves') => {
    const words = {
      starts: text(starts).split('|'),
      fillers: text('bookingStart.fillers').split('|'),
      atTimes: text('bookingStart.atTimes').split('|'),
    }
    return readStart(typed, words, { locale: display.locale, today })
  }
  const mayBook = hasRole(role, bookings.access.write)
  const moving = read('bookingStart.moves')
  const isMoving = mayBook && moving.isBooking
  const moves = useMoves(isMoving ? moving.names.join(' ') : '')
  const { isBooking, date, time, names } = read('bookingStart.starts')
  const isMeant = mayBook && !isMoving && (isBooking || (names.length > 0 && (date ?? time) !== null))
  const { data: who = nobody, isPlaceholderData } = useQuery({
    queryKey: ['palette', 'start', names],
    queryFn: ({ signal }) => readNames(dataProvider, names, signal),
    enabled: isMeant && names.length > 0,
    placeholderData: before => before,
    retry: false,
  })
  const known = names.length > 0 ? who : nobody

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed decides, and what was found
  useEffect(() => {
    const pages = (['availability', 'reports', 'setup'] as const).map((page): Offer => {
      const also = () => text(`bookingStart.also.${page}`)
      return { key: page, group: 'page', label: text(`nav.${page}`), also, run: { to: `/${page}` } }
    })
    const block: Offer = {
      ...{ key: 'block', group: 'command', label: text('bookingStart.block'), run: { to: createAddress(blocks) } },
      also: () => text('bookingStart.also.block'),
    }
    const others = hasRole(role, blocks.access.write) ? [...pages, block] : pages
    if (isMoving) {
      const on = { date: moving.date, time: moving.time }
      const to = [on.date && formatDay(on.date, display.locale, 'medium'), on.time].filter(Boolean).join(', ')
      const found = (moves ?? []).map(
        (booking): Offer => ({
          key: `move ${booking.id}`,
          group: 'start',
          label: text('bookingStart.move'),
          about: [
            booking.customerName,
            booking.title,
            [formatDayTimes(booking, display), to].filter(Boolean).join(' → '),
          ]
            .filter(Boolean)
            .join(' · '),
          run: { dialog: onClose => <MoveDialog record={booking} on={on} onClose={onClose} /> },
        }),
      )
      return onOffer([...found, ...others])
    }
    if (!isMeant || isPlaceholderData) return onOffer(others)
    const day = date ?? today
    const startsAt = time ? instantOf(day, time, display.timeZone) : null
    const when = startsAt
      ? formatMoment(startsAt, display)
      : date && text('bookingStart.noTime', { date: formatDay(date, display.locale, 'medium') })
    const start: BookingStart = {
      ...whatOf(known.item),
      ...(startsAt ? { startsAt } : { from: day < today ? today : day }),
    }
    const whom: (SearchResult | undefined)[] = known.customers.length > 0 ? [...known.customers] : [undefined]
    const starts = whom.map(
      (customer): Offer => ({
        key: `booking ${customer?.id}`,
        group: 'start',
        label: text('bookingStart.label'),
        about: [
          customer && [customer.title, customer.subtitle].filter(Boolean).join(', '),
          known.item && [known.item.subtitle, known.item.title].filter(Boolean).join(' · '),
          when,
          known.unknown.length > 0 && text('bookingStart.unknown', { names: known.unknown.join(' ') }),
        ]
          .filter(Boolean)
          .join(' · '),
        run: { dialog: onClose => <Started start={start} customerId={customer?.id} onClose={onClose} /> },
      }),
    )
    onOffer([...starts, ...others])
  }, [isMeant, role, isPlaceholderData, date, time, known, isMoving, moving.date, moving.time, moves, text, onOffer])

  return null
}

export default BookingStarts
