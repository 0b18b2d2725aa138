import type { ComponentType } from 'react'
import type { AnyField, AnyResource, DateOverride, FieldKind, Money, WeeklyHoursBlock } from '../schema'

/** What a record holds in a field of each kind, when it holds something. */
export interface KindValues {
  text: string
  longText: string
  email: string
  phone: string
  url: string
  slug: string
  color: string
  choice: string
  flag: boolean
  integer: number
  minutes: number
  weekday: number
  weekdays: number[]
  money: Money
  currency: string
  timezone: string
  locale: string
  localDate: string
  localTime: string
  instant: string
  tags: string[]
  reference: string
  references: string[]
  weeklyHours: WeeklyHoursBlock[]
  dateOverrides: DateOverride[]
  group: StructureValue
  items: StructureValue[]
  typed: StructureValue
  count: number
}

/** An object of declared fields inside a field. */
export type StructureValue = Readonly<Record<string, unknown>>

/** What fields belong to: a resource, or a structure inside one of its fields. */
export type FieldOwner = Pick<AnyResource, 'name' | 'fields' | 'conditions'>

export type FieldOfKind<K extends FieldKind> = Extract<AnyField, { kind: K }>

interface PartOfRecord<K extends FieldKind> {
  resource: FieldOwner
  name: string
  field: FieldOfKind<K>
}

/** A cell shows one value that is not empty. */
export interface CellProps<K extends FieldKind = FieldKind> extends PartOfRecord<K> {
  value: KindValues[K]
  /** Inside a link already: the cell must not have links of its own. */
  isInLink?: boolean
  /** Finds the cells of the fields inside this one. */
  cellOf: (owner: FieldOwner, name: string, field: AnyField) => ComponentType<CellProps>
}

/** An input edits one field of the form around it. */
export interface InputProps<K extends FieldKind = FieldKind> extends PartOfRecord<K> {
  isRequired: boolean
  /** The key of the help text, or false. */
  helperText: string | false
  /** Finds the inputs of the fields inside this one. */
  inputOf: (owner: FieldOwner, name: string, field: AnyField) => ComponentType<InputProps>
}

/** Filters, by the names under which the API knows them. */
export type FilterValues = Readonly<Record<string, unknown>>

/** The content of a filter's popover: inputs inside a form that is applied at once. */
export type FilterInputProps<K extends FieldKind = FieldKind> = PartOfRecord<K>

/** Says what a filter is set to. */
export interface FilterValueProps<K extends FieldKind = FieldKind> extends PartOfRecord<K> {
  values: FilterValues
}

export type Cells = { readonly [K in FieldKind]: ComponentType<CellProps<K>> }
export type Inputs = { readonly [K in FieldKind]: ComponentType<InputProps<K>> }

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
