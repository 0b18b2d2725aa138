import type { ComponentType } from 'react'
import type { AnyField, FieldKind } from '../../schema'
import type { StandardFilter } from '../filters/standardFilters'
import { choice, choices, country, flag, locale, timezone } from './choices'
import { dateRange, instant, localDate, localTime, weekday, weekdays } from './dates'
import { file, image } from './files'
import { geo } from './geo'
import { dateOverrides, weeklyHours } from './hours'
import type { AnyKindView, CellProps, FieldOwner, KindView } from './kindView'
import { currency, money } from './money'
import { count, decimal, integer, integers, minutes, percent } from './numbers'
import { reference, references } from './references'
import { group, items, metadata, typed } from './structures'
import { color, email, longText, phone, slug, tags, text, url } from './text'

export type KindViews = { readonly [K in FieldKind]: KindView<K> }

/** How every kind of field looks; a missing one does not compile. */
const kindViews: KindViews = {
  text,
  longText,
  email,
  phone,
  url,
  slug,
  color,
  tags,
  choice,
  choices,
  flag,
  locale,
  timezone,
  country,
  integer,
  decimal,
  percent,
  minutes,
  count,
  money,
  currency,
  weekday,
  weekdays,
  integers,
  localDate,
  localTime,
  instant,
  dateRange,
  geo,
  image,
  file,
  reference,
  references,
  weeklyHours,
  dateOverrides,
  group,
  items,
  typed,
  metadata,
}

/** How the kind of a field looks. */
// A view fits its field's kind, which a union of field types cannot express.
export const viewOf = ({ kind }: Pick<AnyField, 'kind'>): AnyKindView => kindViews[kind] as AnyKindView

/** The standard filter that the kind of a field names for it, if its way to filter does not. */
export const filterOf = (field: AnyField): StandardFilter | undefined => {
  const { filter } = viewOf(field)
  return typeof filter === 'function' ? filter(field) : filter
}

/** The cell of a field's kind. */
export const cellOf = (_owner: FieldOwner, _name: string, field: AnyField): ComponentType<CellProps> =>
  viewOf(field).Cell
