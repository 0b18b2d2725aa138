type QueryScalar = string | number | boolean
type QueryValue = QueryScalar | readonly QueryScalar[] | null | undefined

export type Query = Readonly<Record<string, QueryValue>>

/** `{ a: 1, b: ['x', 'y'], c: null }` → `?a=1&b=x&b=y` */
export const queryString = (query: Query = {}): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value as QueryScalar | null | undefined]) {
      if (each !== null && each !== undefined && each !== '') params.append(name, String(each))
    }
  }
  const text = params.toString()
  return text && `?${text}`
}
