import type { calls } from '../../../../src/calls'
import { validate } from '../../../../src/declare'
import { bookingSeries } from '../../../../src/resources/bookingSeries'
import type { Booking } from '../../../../src/resources/bookings'
import type { BookingSeries, ExceptionGroup } from '../../../../src/scheduling/series/answers'
import { invalid, type RequestOf } from '../../../serve'
import { reofferFreedTimes } from '../../waitlist/freedTime'
import { changeBooking } from '../changeBooking'
import { saveSeries } from './saveSeries'
import { bookingAt, bookingsOn, datesIn, nothingInScope } from './scopeOf'
import { type HeldSeries, lockTheirPlaces, without } from './seriesActions'
import { answeredSeries, lockOccurrences } from './seriesState'

type Fields = RequestOf<typeof calls.bookingSeries.update>['body']['fields']

const groups: Readonly<Record<keyof Fields, ExceptionGroup>> = {
  notes: 'notes',
  internalNotes: 'notes',
  customerId: 'customer',
  quantity: 'quantity',
}
const names = Object.keys(groups) as (keyof Fields)[]

const kept = ['held', 'pending', 'confirmed']

/** @throws SlotUnavailable, or Problem for refused input */
export const updateSeries = async (
  held: HeldSeries,
  { scope, occurrence, fields, overwriteExceptions }: RequestOf<typeof calls.bookingSeries.update>['body'],
): Promise<BookingSeries> => {
  const { unit, request, series } = held
  const { role } = request.caller
  const validated = validate(bookingSeries, fields, { current: series.record, role })
  if (!validated.ok) throw invalid(validated.errors)
  const given = names.filter(name => fields[name] !== undefined)
  const isOne = scope === 'this'
  const found = isOne
    ? [bookingAt(series, occurrence)]
    : bookingsOn(series, datesIn(series, { scope, occurrence }, request.services.now()), kept)
  const bookings = await lockOccurrences(unit.db, request, found)
  if (bookings.length === 0) throw nothingInScope()
  if (fields.quantity !== undefined) {
    await reofferFreedTimes(unit, request, bookings)
    await lockTheirPlaces(held, bookings)
  }
  for (const before of bookings) {
    const exceptions = series.bookings.get(before.seriesIndex ?? -1)?.exceptions ?? []
    const isLeft = (name: keyof Fields) => !isOne && !overwriteExceptions && exceptions.includes(groups[name])
    const mine = Object.fromEntries(given.filter(name => !isLeft(name)).map(name => [name, fields[name]]))
    const one = { unit, request, before, isWithSeries: !isOne }
    const overwritten = isOne || !overwriteExceptions ? [] : given.map(name => groups[name])
    await changeBooking(
      one,
      { fields: mine, answers: null, reason: null, reprice: false },
      overwritten.length > 0 ? { seriesExceptions: without(overwritten) } : {},
    )
  }
  const values = isOne
    ? {}
    : (Object.fromEntries(given.map(name => [name, validated.values[name]])) as Partial<Booking>)
  await saveSeries(unit, request, series, {
    ...{ values: values as never, scope, bookingCount: bookings.length },
    // An agreed total holds only for its quantity.
    ...(values.quantity !== undefined && values.quantity !== series.record.quantity && { isTotalAgreed: false }),
  })
  return answeredSeries(unit.db, request, series.record.id)
}
