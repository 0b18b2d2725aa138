import { type AnyField, type AnyResource, fieldOf, inputNames, memoize, pathParamNames, references } from '.'

const stored = (resource: AnyResource, names: readonly string[]): [string, AnyField][] =>
  names.flatMap((name): [string, AnyField][] => {
    const field = fieldOf(resource, name)
    return field && field.kind !== 'image' && field.kind !== 'file' ? [[name, field]] : []
  })

/** The record above, if a row may create its own. */
export const wholeOf = memoize((resource: AnyResource): { param: string; whole: AnyResource } | null => {
  const [param, ...more] = pathParamNames(resource.api)
  const field = param === undefined ? undefined : fieldOf(resource, param)
  if (param === undefined || more.length > 0 || field?.kind !== 'reference') return null
  const whole = field.options.to() as AnyResource
  return whole.import ? { param, whole } : null
})

/** The field that a column such as `catalogItem.name` fills. */
export const wholeField = (resource: AnyResource, column: string): string | null => {
  const found = wholeOf(resource)
  const start = `${found?.param.replace(/Id$/, '')}.`
  return found && column.startsWith(start) ? column.slice(start.length) : null
}

const wholeColumns = (resource: AnyResource): [string, AnyField][] => {
  const found = wholeOf(resource)
  if (!found) return []
  const { param, whole } = found
  return stored(whole, inputNames(whole)).flatMap(([name, field]): [string, AnyField][] =>
    field.kind.startsWith('reference') ? [] : [[`${param.replace(/Id$/, '')}.${name}`, field]],
  )
}

const assignedColumns = ({ assigns = {} }: AnyResource): [string, AnyField][] =>
  Object.entries(assigns).flatMap(([name, { of, through, max }]): [string, AnyField][] =>
    through ? [] : [[name, references(of, { max }) as AnyField]],
  )

/** Beside `id`. */
export const importColumns = memoize(
  (resource: AnyResource): ReadonlyMap<string, AnyField> =>
    new Map([
      ...stored(resource, [...pathParamNames(resource.api), ...inputNames(resource)]),
      ...assignedColumns(resource),
      ...wholeColumns(resource),
      ...Object.entries(resource.import?.columns ?? {}),
    ]),
)
