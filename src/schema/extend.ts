import type { AnyField, Field, Fields } from './field'
import type { ActionsOn, FormSection, Resource } from './resource'

type Joined<F, G> = {
  [K in keyof F | keyof G]: K extends keyof G ? G[K] : K extends keyof F ? F[K] : never
}
type Merged<F, G> = Joined<F, G> extends infer M extends Fields ? M : never

/** Of the same kind, such as a choice with more values. */
type Replacing<F> = {
  readonly [K in keyof F]?: F[K] extends Field<infer Kind, any, infer P, infer W> ? Field<Kind, any, P, W> : never
}

type Extendable = Exclude<keyof Resource, 'name' | 'api' | 'scope' | 'kind' | 'partOf' | 'fields' | 'actions'>

type Extension<
  N extends string,
  P extends string,
  F extends Fields,
  S extends 'tenant' | 'platform',
  G extends Fields,
> = {
  readonly fields?: G & Replacing<F>
} & Partial<Pick<Resource<N, P, Merged<F, G>, S>, Extendable>>

const isInput = ({ writable }: AnyField): boolean => writable

const extendedForm = (form: readonly (string | FormSection<Fields>)[], names: readonly string[]) => {
  const last = form.at(-1)
  if (typeof last !== 'object') return [...form, ...names]
  return [...form.slice(0, -1), { ...last, fields: [...last.fields, ...names] }]
}

/**
 * Adds a product's fields to a machine record. Fields, texts, conditions and checks join; other options replace.
 *
 * @example
 * export const tenants = extend(core.tenants, {
 *   label: ['Library', 'Libraries'],
 *   fields: { openingHours: weeklyHours() },
 * })
 */
export const extend = <
  N extends string,
  P extends string,
  F extends Fields,
  S extends 'tenant' | 'platform',
  A extends ActionsOn<F>,
  G extends Fields = Record<never, never>,
>(
  core: Resource<N, P, F, S, A>,
  extension: Extension<N, P, F, S, G>,
): Resource<N, P, Merged<F, G>, S, Extract<A, ActionsOn<Merged<F, G>>>> => {
  const { fields = {}, ...rest } = extension as Partial<Resource>
  const own = extension.check
  const added = Object.keys(fields).filter(
    name => !(name in core.fields) && isInput((fields as Fields)[name] as AnyField),
  )
  const { check } = core as Resource
  return {
    ...(core as Resource),
    form: extendedForm(core.form as never, added),
    ...rest,
    apiLabel: core.apiLabel ?? core.label,
    fields: { ...core.fields, ...fields },
    texts: { ...core.texts, ...rest.texts },
    conditions: { ...core.conditions, ...rest.conditions },
    ...((check ?? own) && { check: (record: never) => ({ ...check?.(record), ...own?.(record) }) }),
  } as never
}
