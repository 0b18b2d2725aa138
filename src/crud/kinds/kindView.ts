import type { ComponentType } from 'react'
import type { DeclaredKey } from '../../i18n/text'
import type { AnyField, AnyResource, FieldKind, FieldOfKind, KindsFilteredBy, KindValues } from '../../schema'
import type { StandardFilter } from '../filters/standardFilters'
import type { StandardRange } from '../filters/standardRanges'
import type { StandardInput } from '../inputs/standardInputs'

/** What fields belong to: a resource, or a structure inside one of its fields. */
export type FieldOwner = Pick<AnyResource, 'name' | 'fields' | 'conditions'>

interface PartOfRecord<K extends FieldKind> {
  resource: FieldOwner
  name: string
  field: FieldOfKind<K>
}

/** A record, or an object inside one. */
type Values = Readonly<Record<string, unknown>>

/** A cell shows one value that is not empty. It is given the record, on every screen alike. */
export interface CellProps<K extends FieldKind = FieldKind, R = Values> extends PartOfRecord<K> {
  value: KindValues[K]
  /** What has the field: the record, as far as it is known (a history knows what changed), or the object inside one. */
  record: R
  /** Inside a link already: the cell must render none. */
  isInLink?: boolean
  /** In a list, where what is usual is left out. */
  isInList?: boolean
  /** Finds the cells of the fields inside this one. */
  cellOf: (owner: FieldOwner, name: string, field: AnyField) => ComponentType<CellProps>
}

/** An input edits one field of the form around it. */
export interface InputProps<K extends FieldKind = FieldKind, R = Values> extends PartOfRecord<K> {
  isRequired: boolean
  /** The stored record; absent for a new one, and inside structures. */
  record?: R | undefined
  /** The key of the help text, or false. */
  helperText: DeclaredKey | false
  /** Finds the inputs of the fields inside this one. */
  inputOf: (owner: FieldOwner, name: string, field: AnyField) => ComponentType<InputProps>
}

/** Filters, by the names under which the API knows them. */
export type FilterValues = Readonly<Record<string, unknown>>

/** The content of a filter's popover: inputs inside a form whose changes apply at once. */
export type FilterInputProps<K extends FieldKind = FieldKind> = PartOfRecord<K>

/** Says a filter's value in words. */
export interface FilterValueProps<K extends FieldKind = FieldKind> extends PartOfRecord<K> {
  values: FilterValues
}

/** A single-line text input, and the properties of the element around it. */
export interface Line {
  type?: 'email' | 'tel' | 'url'
  inputMode?: 'email' | 'tel' | 'url' | 'decimal'
  placeholder?: string
  /** Not words: no auto-capitals, no spell checking. */
  isCode?: boolean
  /** Room for several lines. */
  isLong?: boolean
  /** The unit, shown after the value: `%`. */
  unit?: string
  /** Typed text as a value; text that is none stays as it is, for validation to refuse. */
  parse?: (typed: string) => string | null
}

interface ViewOfKind<K extends FieldKind> {
  Cell: ComponentType<CellProps<K>>
  /** Numbers are right-aligned, to be compared digit by digit. */
  align?: 'right'
  /** Its input needs half a form's width: two such inputs in a row stand side by side. */
  isShort?: true
  /** A line that is typed into, or an input by its name in `src/crud/inputs/standardInputs.ts`. */
  input: { line: Line } | StandardInput
}

/** A filter's input by its name in `src/crud/filters/standardFilters.tsx`, or what names it for a field. */
type FilterName<K extends FieldKind> = StandardFilter | ((field: FieldOfKind<K>) => StandardFilter)

type FilterOfKind<K extends FieldKind> =
  K extends KindsFilteredBy<'equal' | 'among'>
    ? { filter: FilterName<K> }
    : K extends KindsFilteredBy<'contains'>
      ? { /** Where a part of the text is not what one types. */ filter?: FilterName<K> }
      : K extends KindsFilteredBy<'range'>
        ? {
            /** How the ends of a range are typed, by its name in `src/crud/filters/standardRanges.ts`. */
            range: StandardRange
          }
        : unknown

/** How one kind of field looks: in lists and on pages, in forms, and among the filters. */
export type KindView<K extends FieldKind> = ViewOfKind<K> & FilterOfKind<K>

/** A view of an unknown kind. */
export interface AnyKindView {
  Cell: ComponentType<CellProps>
  align?: 'right'
  isShort?: true
  input: { line: Line } | StandardInput
  filter?: FilterName<FieldKind>
  range?: StandardRange
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
