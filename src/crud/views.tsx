import type { RaRecord } from 'ra-core'
import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import type { AnyResource, RecordOf, Registry, Resource } from '../schema'
import type { Failure } from '../ui/failure/failure'
import { BeforeWriteHost, type BeforeWriteProps } from './beforeWrite'
import type { DescribeEntry } from './history/describeEntry'
import type { CellProps, FieldOwner, InputProps } from './kinds/kindView'

type FieldName<R> = R extends Resource<string, string, infer F> ? keyof F & string : never
type KindOf<R, K> = R extends Resource<string, string, infer F> ? (K extends keyof F ? F[K]['kind'] : never) : never

/** Asks for something a write needs; the answers become members of the body beside the fields. */
export interface QuestionProps {
  asked: Failure
  isBusy: boolean
  /** Errors of the last answer, by field. */
  refused: Readonly<Record<string, string>> | null
  onAnswer: (members: object) => void
  onClose: () => void
}

export interface OwnDialogProps {
  record: RaRecord
  onClose: () => void
}

/** Shown after a dialog has created a record, such as for a secret that no later answer contains. */
export interface CreatedProps {
  /** The answer of the creating call. */
  record: RaRecord
  /** For its heading, which labels the dialog. */
  titleId: string
  onClose: () => void
}

interface Panel {
  /** Shown for an existing record, the record in context. */
  Content: ComponentType
  /** Above the form, with the lists of nested records. */
  isFirst?: boolean
  /** Nested resources that get no generated list. */
  shows?: readonly AnyResource[]
}

/**
 * Screens that replace the generated ones. Make them lazy. Forms need an address, so `screens.form` must not be
 * `dialog` for them.
 */
export interface OwnScreens {
  list?: ComponentType
  create?: ComponentType
  edit?: ComponentType
  show?: ComponentType
}

export interface Slots<R = RaRecord> {
  /** At the end of each row and card. */
  row?: ComponentType<{ record: R }>
  /** Above the rows, inside react-admin's list context. */
  list?: ComponentType
  /** Above the form of an existing record; `panel` follows the form. */
  page?: ComponentType<{ record: R }>
}

/** A product's additions to generated screens. Make them lazy, so that a screen loads only its own. */
export interface ResourceViews {
  /** Replace the cell or input of a field's kind. */
  cells?: Readonly<Record<string, ComponentType<CellProps>>>
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>
  /** Initial values of a new record, beyond the declared defaults. */
  startingValues?: () => Readonly<Record<string, unknown>>
  slots?: Slots
  panel?: Panel
  screens?: OwnScreens
  /** Below a writable form; follows the input by `useDraft`. `BeforeWrite` gets its last note. */
  Effect?: ComponentType<{ onNote: (note: unknown) => void }>
  /** Runs before every write: it may ask, and do something after the write. */
  BeforeWrite?: ComponentType<BeforeWriteProps>
  Created?: ComponentType<CreatedProps>
  /** By the action's name; they replace the generated dialogs. */
  dialogs?: Readonly<Record<string, ComponentType<OwnDialogProps>>>
  /** Describes a record in dialogs; `action` is the dialog's action. */
  Summary?: ComponentType<{ record: RaRecord; action: string }>
  /** Dialogs for refusals that are questions, by the API's code. */
  questions?: Readonly<Record<string, ComponentType<QuestionProps>>>
  /** A history open to everybody who may read the record, such as `/bookings/{id}/history`. */
  historyPath?: string
  /** Must return the same promise each time. */
  describeEntry?: () => Promise<DescribeEntry>
}

interface ViewsOf<R extends AnyResource> extends Omit<ResourceViews, 'cells' | 'inputs' | 'dialogs' | 'slots'> {
  slots?: Slots<RecordOf<R>>
  dialogs?: { readonly [K in keyof NonNullable<R['actions']>]?: ComponentType<OwnDialogProps> }
  cells?: { readonly [K in FieldName<R>]?: ComponentType<CellProps<KindOf<R, K>, Partial<RecordOf<R>>>> }
  inputs?: { readonly [K in FieldName<R>]?: ComponentType<InputProps<KindOf<R, K>, RecordOf<R>>> }
}

/** By the resource's name. */
export type Views = Readonly<Record<string, ResourceViews>>

/** Types a resource's views: `{ ...viewsOf(channels, { panel: { Content } }) }`. */
export const viewsOf = <R extends AnyResource>({ name }: R, views: ViewsOf<R>): Views => ({
  [name]: views as ResourceViews,
})

interface Declared {
  registry: Registry
  views: Views
  /** Loads the texts of the product's checks (`addCheckTexts`). */
  loadChecks?: (() => Promise<unknown>) | undefined
}

const DeclaredContext = createContext<Declared | null>(null)

/** Provides the resources and the product's views to the generated screens. */
export const RegistryProvider = ({ registry, views, loadChecks, children }: Declared & { children: ReactNode }) => {
  const value = useMemo(() => ({ registry, views, loadChecks }), [registry, views, loadChecks])
  const beforeWrite = useCallback((name: string) => views[name]?.BeforeWrite, [views])
  return (
    <DeclaredContext value={value}>
      <BeforeWriteHost of={beforeWrite}>{children}</BeforeWriteHost>
    </DeclaredContext>
  )
}

const useDeclared = (): Declared => {
  const declared = useContext(DeclaredContext)
  if (!declared) throw new Error('useRegistry must be used inside a RegistryProvider.')
  return declared
}

/** @throws outside a `RegistryProvider` */
export const useRegistry = (): Registry => useDeclared().registry

/** @throws outside a `RegistryProvider` */
export const useLoadChecks = () => useDeclared().loadChecks

const none: ResourceViews = {}

/** A part uses the cells and inputs of its whole. @throws outside a `RegistryProvider` */
export const useViews = ({ name, partOf }: Pick<FieldOwner, 'name'> & Pick<AnyResource, 'partOf'>): ResourceViews => {
  const { views } = useDeclared()
  const { [name]: own = none } = views
  if (!partOf) return own
  const { cells, inputs } = views[partOf.name] ?? none
  return { ...(cells && { cells }), ...(inputs && { inputs }), ...own }
}
