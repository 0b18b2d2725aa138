const shared = /^#\/components\/(responses|parameters|headers)\/(\w[\w-]*)$/

/** An OpenAPI document in which shared responses, parameters and headers stand wherever they are referred to. */
export const expandShared = <T extends object>(document: T): T => {
  const { components = {} } = document as { components?: Record<string, Record<string, unknown>> }
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand)
    if (typeof value !== 'object' || value === null) return value
    const [, kind = '', name = ''] = shared.exec((value as { $ref?: string }).$ref ?? '') ?? []
    if (kind) return expand(components[kind]?.[name] ?? value)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)]))
  }
  return expand(document) as T
}
