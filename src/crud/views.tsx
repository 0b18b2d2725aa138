import type { RaRecord } from 'ra-core'
import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import type { AnyResource, RecordOf, Registry, Resource } from '../schema'
import type { Failure } from '../ui/failure/failure'
import { BeforeWriteHost, type BeforeWriteProps } from './beforeWrite'
import type { DescribeEntry } from './history/describeEntry'
import type { CellProps, FieldOwner, InputProps } from './kinds/kindView'

type FieldName<R> = R extends Resource<string, string, infer F> ? keyof F & string : never
type KindOf<R, K> = R extends Resource<string, string, infer F> ? (K extends keyof F ? F[K]['kind'] : never) : never

/** For a question after a refused form. Its answers join the body. */
export interface QuestionProps {
  asked: Failure
  isBusy: boolean
  refused: Readonly<Record<string, string>> | null
  onAnswer: (members: object) => void
  onClose: () => void
}

/** The properties of a product's dialog for an action. */
export interface OwnDialogProps<T = RaRecord> {
  record: T
  onClose: () => void
}

/** A dialog for a created record, such as a secret that shows once, gets these. */
export interface CreatedProps {
  record: RaRecord
  /** Of the heading that labels the dialog. */
  titleId: string
  onClose: () => void
}

interface Panel {
  Content: ComponentType
  isFirst?: boolean
  /** Nested resources without a generated list. */
  shows?: readonly AnyResource[]
}

/** Replace generated screens; should be lazy. Forms need an address. */
export interface OwnScreens {
  list?: ComponentType
  create?: ComponentType
  edit?: ComponentType
  show?: ComponentType
}

export interface Slots<R = RaRecord> {
  row?: ComponentType<{ record: R }>
  list?: ComponentType
  /** `panel` follows the form. */
  page?: ComponentType<{ record: R }>
}

/** Extend generated screens; should be lazy: a screen loads only its own. */
export interface ResourceViews {
  /** History facts beyond fields, by name. */
  told?: Readonly<Record<string, ComponentType<{ value: unknown }>>>
  cells?: Readonly<Record<string, ComponentType<CellProps>>>
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>
  /** Join the declared defaults. */
  startingValues?: () => Readonly<Record<string, unknown>>
  slots?: Slots
  panel?: Panel
  screens?: OwnScreens
  /** Below a writable form (`useDraft`). Its last note goes to `BeforeWrite`, or to a new record's `meta`. */
  Effect?: ComponentType<{ onNote: (note: unknown) => void }>
  /** May ask before the write, and act after. */
  BeforeWrite?: ComponentType<BeforeWriteProps>
  Created?: ComponentType<CreatedProps>
  dialogs?: Readonly<Record<string, ComponentType<OwnDialogProps>>>
  Summary?: ComponentType<{ record: RaRecord; action: string }>
  questions?: Readonly<Record<string, ComponentType<QuestionProps>>>
  /** Set if all readers may read it: `/bookings/{id}/history`. */
  historyPath?: string
  /** Must return the same promise each time. */
  describeEntry?: () => Promise<DescribeEntry>
}

/** `T` are records as the API answers them. */
interface ViewsOf<R extends AnyResource, T>
  extends Omit<ResourceViews, 'cells' | 'inputs' | 'dialogs' | 'slots' | 'Summary'> {
  slots?: Slots<RecordOf<R>>
  dialogs?: { readonly [K in keyof NonNullable<R['actions']>]?: ComponentType<OwnDialogProps<T>> }
  Summary?: ComponentType<{ record: T; action: string }>
  cells?: { readonly [K in FieldName<R>]?: ComponentType<CellProps<KindOf<R, K>, Partial<RecordOf<R>>>> }
  inputs?: { readonly [K in FieldName<R>]?: ComponentType<InputProps<KindOf<R, K>, RecordOf<R>>> }
}

export type Views = Readonly<Record<string, ResourceViews>>

/** Types a resource's views: `{ ...viewsOf(channels, { panel: { Content } }) }`. */
export const viewsOf = <R extends AnyResource, T extends RecordOf<R> = RecordOf<R>>(
  { name }: R,
  views: ViewsOf<R, T>,
): Views => ({
  [name]: views as ResourceViews,
})

interface Declared {
  registry: Registry
  views: Views
  /** Texts of the product's checks (`addCheckTexts`). */
  loadChecks?: (() => Promise<unknown>) | undefined
}

const DeclaredContext = createContext<Declared | null>(null)

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

/** A machine record as the product extends it. */
export const useExtended = <R extends AnyResource>(record: R): R => useRegistry().named(record.name) as R

/** @throws outside a `RegistryProvider` */
export const useLoadChecks = () => useDeclared().loadChecks

const none: ResourceViews = {}

/** A part uses its whole's. @throws outside a `RegistryProvider` */
export const useViews = ({ name, partOf }: Pick<FieldOwner, 'name'> & Pick<AnyResource, 'partOf'>): ResourceViews => {
  const { views } = useDeclared()
  const { [name]: own = none } = views
  if (!partOf) return own
  const { cells, inputs } = views[partOf.name] ?? none
  return { ...(cells && { cells }), ...(inputs && { inputs }), ...own }
}
