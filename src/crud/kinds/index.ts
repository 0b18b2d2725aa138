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

/** Does not compile if a kind is missing. */
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

// TypeScript cannot tie a view to its kind.
export const viewOf = ({ kind }: Pick<AnyField, 'kind'>): AnyKindView => kindViews[kind] as AnyKindView

export const filterOf = (field: AnyField): StandardFilter | undefined => {
  const { filter } = viewOf(field)
  return typeof filter === 'function' ? filter(field) : filter
}

export const cellOf = (_owner: FieldOwner, _name: string, field: AnyField): ComponentType<CellProps> =>
  viewOf(field).Cell
