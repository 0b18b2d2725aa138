import { DAY, MINUTE, SECOND } from './instant'
import type { LocalDay } from './localDate'
import { zoneOffset } from './zoneOffset'

/** Searches continue into later seasons. */
const BEFORE = 2 * 366 * DAY
const AFTER = 5 * 366 * DAY

/** Morocco's changes are five weeks apart. */
const BETWEEN_CHANGES = 14 * DAY

/**
 * A table of offset changes, for conversion by integer lookup (docs/domain.md#local-times-and-instants).
 *
 * Segment `i` begins at instant `since[i]` with `offset[i]`. The table grows on demand.
 */
export class Zone {
  readonly timeZone: string
  /** Slow: asks the runtime. */
  private readonly askOffset: (instant: number) => number
  private since: number[] = []
  private offset: number[] = []
  /** Segment `i`'s local end, in its own offset. */
  private localEnd: number[] = []
  /** Some change skips half a day or more. */
  private skipsDates = false
  private coveredFrom = 0
  private coveredUntil = 0
  private segment = 0
  private localSegment = 0

  constructor(timeZone: string) {
    this.timeZone = timeZone
    this.askOffset = zoneOffset(timeZone)
  }

  offsetAt(instant: number): number {
    const i = this.segmentAt(instant)
    return this.offset[i] as number
  }

  nextChange(instant: number): number {
    const i = this.segmentAt(instant)
    return this.since[i + 1] ?? Number.POSITIVE_INFINITY
  }

  dayOf(instant: number): LocalDay {
    return Math.floor((instant + this.offsetAt(instant)) / DAY)
  }

  /** Fractional if the instant has seconds. */
  minuteOfDay(instant: number): number {
    const local = instant + this.offsetAt(instant)
    return (local - Math.floor(local / DAY) * DAY) / MINUTE
  }

  /**
   * Like Temporal's `disambiguation: 'compatible'`: skipped times move forward by the gap, repeated ones are the first.
   */
  localToInstant(local: number): number {
    if (local - DAY < this.coveredFrom || local + DAY >= this.coveredUntil) this.cover(local)
    const { localEnd, since, offset } = this
    let i = this.localSegment
    if (!(local < (localEnd[i] as number) && (i === 0 || local >= (localEnd[i - 1] as number)))) {
      i = firstAbove(localEnd, local)
      this.localSegment = i
    }
    const skipped = i > 0 && local < (since[i] as number) + (offset[i] as number)
    return local - (offset[skipped ? i - 1 : i] as number)
  }

  at(day: LocalDay, minutes: number): number {
    return this.localToInstant(day * DAY + minutes * MINUTE)
  }

  startOfDay(day: LocalDay): number {
    return this.localToInstant(day * DAY)
  }

  /** Samoa skipped 2011-12-30. */
  skips(day: LocalDay): boolean {
    const start = this.startOfDay(day)
    return this.skipsDates && (start >= this.at(day, 720) || this.dayOf(start) !== day)
  }

  /** Whether the wall-clock time occurs twice that day. */
  isRepeated(instant: number): boolean {
    const offset = this.offsetAt(instant)
    if (this.localToInstant(instant + offset) !== instant) return true
    const change = this.nextChange(instant)
    if (change === Number.POSITIVE_INFINITY) return false
    const back = offset - this.offsetAt(change)
    return back > 0 && instant >= change - back
  }

  private segmentAt(instant: number): number {
    if (instant < this.coveredFrom || instant >= this.coveredUntil) this.cover(instant)
    const { since } = this
    let i = this.segment
    if (!(instant >= (since[i] as number) && (i + 1 === since.length || instant < (since[i + 1] as number)))) {
      i = firstAbove(since, instant) - 1
      this.segment = i
    }
    return i
  }

  /** The first second after `low` with another offset than `before`. */
  private changeBetween(low: number, high: number, before: number): number {
    if (high - low <= SECOND) return high
    const middle = Math.floor((low + high) / 2 / SECOND) * SECOND
    return this.askOffset(middle) === before
      ? this.changeBetween(middle, high, before)
      : this.changeBetween(low, middle, before)
  }

  private cover(instant: number): void {
    const isFirst = this.since.length === 0
    this.coveredFrom = isFirst ? instant - BEFORE : Math.min(instant - BEFORE, this.coveredFrom)
    this.coveredUntil = isFirst ? instant + AFTER : Math.max(instant + AFTER, this.coveredUntil)
    let moment = Math.floor(this.coveredFrom / SECOND) * SECOND
    let current = this.askOffset(moment)
    this.since = [Number.NEGATIVE_INFINITY]
    this.offset = [current]
    // `nextChange` must work at the table's end.
    while (moment < this.coveredUntil + 2 * DAY) {
      const next = moment + BETWEEN_CHANGES
      const following = this.askOffset(next)
      if (following !== current) {
        this.since.push(this.changeBetween(moment, next, current))
        this.offset.push(following)
        current = following
      }
      moment = next
    }
    this.localEnd = this.offset.map((offset, i) => (this.since[i + 1] ?? Number.POSITIVE_INFINITY) + offset)
    this.skipsDates = this.offset.some((offset, i) => offset - (this.offset[i - 1] ?? offset) >= DAY / 2)
    this.segment = 0
    this.localSegment = 0
  }
}

function firstAbove(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) > value) high = middle
    else low = middle + 1
  }
  return low
}

const zones = new Map<string, Zone>()

/**
 * An IANA name's zone, cached.
 * @throws RangeError for a name that the runtime does not know
 */
export function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone)
  if (!zone) {
    zone = new Zone(timeZone)
    zones.set(timeZone, zone)
  }
  return zone
}
