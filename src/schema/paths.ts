/** Begins the path of every call. */
export const apiBase = '/api'

/** `'/catalog-items/{catalogItemId}/variants'` → `{ catalogItemId: string }` */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

export const pathParamNames = (template: string): string[] =>
  Array.from(template.matchAll(/\{(\w+)\}/g), match => match[1] ?? '')

/**
 * `fillPath('/tenants/{id}', { id: 'a b' })` → `/tenants/a%20b`.
 * @throws if a parameter is missing
 */
export const fillPath = <const P extends string>(
  template: P,
  params: Readonly<Record<string, unknown>> & PathParams<P>,
): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' || value === '')
      throw new Error(`The path ${template} needs the parameter "${name}".`)
    return encodeURIComponent(value)
  })
