import { type AnyField, type AnyResource, fieldOf, inputNames, memoize, pathParamNames } from '.'

/** What columns of a file may fill, beside `id`. */
export const importColumns = memoize((resource: AnyResource): ReadonlyMap<string, AnyField> => {
  const names = [...pathParamNames(resource.api), ...inputNames(resource)]
  const fields = names.flatMap((name): [string, AnyField][] => {
    const field = fieldOf(resource, name)
    return field && field.kind !== 'image' && field.kind !== 'file' ? [[name, field]] : []
  })
  return new Map([...fields, ...Object.entries(resource.import?.columns ?? {})])
})
