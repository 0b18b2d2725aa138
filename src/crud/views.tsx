import type { RaRecord } from 'ra-core'
import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import type { AnyResource, RecordOf, Registry, Resource } from '../schema'
import type { Failure } from '../ui/failure/failure'
import { BeforeWriteHost, type BeforeWriteProps } from './beforeWrite'
import type { DescribeEntry } from './history/describeEntry'
import type { CellProps, FieldOwner, InputProps } from './kinds/kindView'

type FieldName<R> = R extends Resource<string, string, infer F> ? keyof F & string : never
type KindOf<R, K> = R extends Resource<string, string, infer F> ? (K extends keyof F ? F[K]['kind'] : never) : never

/** A dialog that asks what a write still needs; the answers become members of the body beside the fields. */
export interface QuestionProps {
  /** The refusal that asks the question. */
  asked: Failure
  isBusy: boolean
  /** Why the last answer was refused, per field. */
  refused: Readonly<Record<string, string>> | null
  onAnswer: (members: object) => void
  onClose: () => void
}

/** A dialog of the product's in place of the generated one of an action. */
export interface OwnDialogProps {
  record: RaRecord
  onClose: () => void
}

/** What is shown after a record was made in a dialog, in place of the form: such as a secret that no other answer has. */
export interface CreatedProps {
  /** As the call that made it was answered. */
  record: RaRecord
  /** The id of its heading, which names the dialog. */
  titleId: string
  onClose: () => void
}

interface Panel {
  /** Shown on the page of an existing record, which is the record in context. */
  Content: ComponentType
  /** It stands above the form, and the lists of nested records with it. */
  isFirst?: boolean
  /** Nested resources that it shows itself, so that they get no list of their own. */
  shows?: readonly AnyResource[]
}

/**
 * Screens in place of the generated ones, such as react-admin's own `<List>`, `<Create>`, `<Edit>` and `<Show>`. Make
 * them lazy. Forms need addresses, so `screens.form` of the declaration must not make them dialogs.
 */
export interface OwnScreens {
  list?: ComponentType
  create?: ComponentType
  edit?: ComponentType
  show?: ComponentType
}

/** The product's own parts of generated screens, beside what is declared. */
export interface Slots<R = RaRecord> {
  /** At the end of each row and each card, before its actions. */
  row?: ComponentType<{ record: R }>
  /** Above the rows of a list, on a screen or on the page of a parent; react-admin's list context is around it. */
  list?: ComponentType
  /** Above the form on the page of an existing record; `panel` follows the form. */
  page?: ComponentType<{ record: R }>
}

/** What a product adds to the generated screens of one resource. Make them lazy, so that a screen loads only its own. */
export interface ResourceViews {
  /** Fields with a cell or an input of their own in place of their kind's. */
  cells?: Readonly<Record<string, ComponentType<CellProps>>>
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>
  /** What the form of a new record starts with, beyond the defaults of its declaration. */
  startingValues?: () => Readonly<Record<string, unknown>>
  slots?: Slots
  panel?: Panel
  screens?: OwnScreens
  /**
   * Shown under the fields of a form that can be saved; follows what is typed (`useDraft`). What it notes is told to
   * `BeforeWrite`.
   */
  Effect?: ComponentType<{ onNote: (note: unknown) => void }>
  /** Stands between a person and every write: it may ask, and do something once that is done. */
  BeforeWrite?: ComponentType<BeforeWriteProps>
  /** Shown when a dialog has made a record; people close it themselves. */
  Created?: ComponentType<CreatedProps>
  /** Dialogs of their own for actions, by the action's name. */
  dialogs?: Readonly<Record<string, ComponentType<OwnDialogProps>>>
  /** What dialogs about a record say of it beside its name; `action` is what they are about to do. */
  Summary?: ComponentType<{ record: RaRecord; action: string }>
  /** Dialogs for refusals that are questions, by the API's code. */
  questions?: Readonly<Record<string, ComponentType<QuestionProps>>>
  /** The path of a history open to everybody who may read the record, such as `/bookings/{id}/history`. */
  historyPath?: string
  /** Describes history entries in words. Must return the same promise each time. */
  describeEntry?: () => Promise<DescribeEntry>
}

/** `ResourceViews`, typed by the names and kinds of one declaration's fields. */
interface ViewsOf<R extends AnyResource> extends Omit<ResourceViews, 'cells' | 'inputs' | 'dialogs' | 'slots'> {
  slots?: Slots<RecordOf<R>>
  dialogs?: { readonly [K in keyof NonNullable<R['actions']>]?: ComponentType<OwnDialogProps> }
  cells?: { readonly [K in FieldName<R>]?: ComponentType<CellProps<KindOf<R, K>, Partial<RecordOf<R>>>> }
  inputs?: { readonly [K in FieldName<R>]?: ComponentType<InputProps<KindOf<R, K>, RecordOf<R>>> }
}

/** Views by the name of their resource. */
export type Views = Readonly<Record<string, ResourceViews>>

/** The views of one resource: `{ ...viewsOf(channels, { panel: { Content } }) }`. */
export const viewsOf = <R extends AnyResource>({ name }: R, views: ViewsOf<R>): Views => ({
  [name]: views as ResourceViews,
})

interface Declared {
  registry: Registry
  views: Views
  /** Fetches the product's texts of checks (`addCheckTexts`), once forms need them. */
  loadChecks?: (() => Promise<unknown>) | undefined
}

const DeclaredContext = createContext<Declared | null>(null)

/** Provides the resources, and what the product adds to them, to the generated screens below. */
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

/**
 * The views of a resource. A part shows its fields as the whole does.
 * @throws outside a `RegistryProvider`
 */
export const useViews = ({ name, partOf }: Pick<FieldOwner, 'name'> & Pick<AnyResource, 'partOf'>): ResourceViews => {
  const { views } = useDeclared()
  const { [name]: own = none } = views
  if (!partOf) return own
  const { cells, inputs } = views[partOf.name] ?? none
  return { ...(cells && { cells }), ...(inputs && { inputs }), ...own }
}
