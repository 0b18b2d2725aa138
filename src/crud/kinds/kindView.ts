import type { ComponentType } from 'react'
import type { DeclaredKey } from '../../i18n/text'
import type { AnyField, AnyResource, FieldKind, FieldOfKind, KindsFilteredBy, KindValues } from '../../schema'
import type { StandardFilter } from '../filters/standardFilters'
import type { StandardRange } from '../filters/standardRanges'
import type { StandardInput } from '../inputs/standardInputs'

/** A resource, or a structure in a field. */
export type FieldOwner = Pick<AnyResource, 'name' | 'fields' | 'conditions'>

interface PartOfRecord<K extends FieldKind> {
  resource: FieldOwner
  name: string
  field: FieldOfKind<K>
}

type Values = Readonly<Record<string, unknown>>

/** The properties of a component that shows a non-empty value. */
export interface CellProps<K extends FieldKind = FieldKind, R = Values> extends PartOfRecord<K> {
  value: KindValues[K]
  /** In a history, only changed fields. */
  record: R
  isInLink?: boolean
  /** Omits usual values (`isUsual`). */
  isInList?: boolean
  cellOf: (owner: FieldOwner, name: string, field: AnyField) => ComponentType<CellProps>
}

/** The properties of a form's input. */
export interface InputProps<K extends FieldKind = FieldKind, R = Values> extends PartOfRecord<K> {
  isRequired: boolean
  /** Absent for new records and in structures. */
  record?: R | undefined
  helperText: DeclaredKey | false
  inputOf: (owner: FieldOwner, name: string, field: AnyField) => ComponentType<InputProps>
}

export type FilterValues = Readonly<Record<string, unknown>>

export type FilterInputProps<K extends FieldKind = FieldKind> = PartOfRecord<K>

export interface FilterValueProps<K extends FieldKind = FieldKind> extends PartOfRecord<K> {
  values: FilterValues
}

export interface Line {
  type?: 'email' | 'tel' | 'url'
  inputMode?: 'email' | 'tel' | 'url' | 'decimal'
  placeholder?: string
  /** Without auto-capitals and spell checking. */
  isCode?: boolean
  isLong?: boolean
  unit?: string
  /** Invalid text stays, for validation to refuse. */
  parse?: (typed: string) => string | null
}

interface ViewOfKind<K extends FieldKind> {
  Cell: ComponentType<CellProps<K>>
  align?: 'right'
  isShort?: true
  /** A name is one of `src/crud/inputs/standardInputs.ts`. */
  input: { line: Line } | StandardInput
}

/** One of `src/crud/filters/standardFilters.tsx`. */
type FilterName<K extends FieldKind> = StandardFilter | ((field: FieldOfKind<K>) => StandardFilter)

type FilterOfKind<K extends FieldKind> =
  K extends KindsFilteredBy<'equal' | 'among'>
    ? { filter: FilterName<K> }
    : K extends KindsFilteredBy<'contains'>
      ? { /** Replaces the text search. */ filter?: FilterName<K> }
      : K extends KindsFilteredBy<'range'>
        ? {
            /** One of `src/crud/filters/standardRanges.ts`. */
            range: StandardRange
          }
        : unknown

export type KindView<K extends FieldKind> = ViewOfKind<K> & FilterOfKind<K>

export interface AnyKindView {
  Cell: ComponentType<CellProps>
  align?: 'right'
  isShort?: true
  input: { line: Line } | StandardInput
  filter?: FilterName<FieldKind>
  range?: StandardRange
}

/** Undefined, null, an empty text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
