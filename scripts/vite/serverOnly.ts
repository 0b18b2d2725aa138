import type { Plugin } from 'vite'

const own = /^(?!.*\/node_modules\/).*\.ts$/

interface Node {
  start: number
  end: number
}
interface Call {
  callee?: { name?: string }
  arguments: { properties?: Place[] }[]
}
interface Declared {
  declaration?: { declarations?: { id: { name?: string }; init?: Call }[] } | null
}

/** In the browser, a declared call keeps only what making it needs. */
export const headsOfCalls: Plugin = {
  name: 'heads-of-calls',
  apply: 'build',
  /** A screen that reads more would find it undefined. */
  onLog(_, log) {
    if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log)
  },
  transform: {
    filter: { id: own, code: 'defineCall(' },
    handler(code) {
      const { body } = this.parse(code) as { body: Declared[] }
      const declarations = body.flatMap(({ declaration }) => declaration?.declarations ?? [])
      const heads = declarations.flatMap(({ id, init }) => {
        if (init?.callee?.name !== 'defineCall') return []
        const properties = init.arguments[0]?.properties ?? []
        const [method, path, file] = ['method', 'path', 'file'].map(name =>
          properties.find(({ key }) => key?.name === name),
        )
        if (!method || !path) throw new Error(`${id.name}: a call says its method and path itself.`)
        const head = [method, path, file].map(one => one && code.slice(one.start, one.end)).filter(Boolean)
        return [`export const ${id.name} = { ${head.join(', ')} }`]
      })
      return heads.length > 0 ? { code: heads.join('\n'), map: null } : null
    },
  },
}

/** No screen reads these properties. By function, since a field may have the same name. */
const serverOnly: Readonly<Record<string, readonly string[]>> = {
  defineResource: ['apiScopes', 'beyondTenant', 'limit', 'rows', 'search', 'uniqueTogether'],
  extend: ['apiScopes', 'beyondTenant', 'limit', 'rows', 'search', 'uniqueTogether'],
  definePart: ['apiScopes', 'beyondTenant', 'limit', 'rows', 'search', 'uniqueTogether'],
  defineSingleton: ['apiScopes', 'beyondTenant', 'rows'],
  action: ['docs'],
  transition: ['docs'],
  keptQuery: ['visibility', 'isDefault', 'filters', 'q', 'sort', 'order', 'columns', 'perPage', 'ownerId'],
  eventsOf: ['judge', 'impersonal', 'personalScope'],
}

/** Screens read only whether these exist. */
const emptied = ['notTakenBack', 'import']

interface Place extends Node {
  key?: { name?: string }
  value?: { properties?: Place[] }
}

/** Screens need only the rules for writing and for opening fields. The API has already filtered the records. */
const leftOutOf = (property: Place): Place[] => {
  const inner = (property.key?.name === 'rows' && property.value?.properties) || []
  const isShipped = ({ key }: Place) => key?.name === 'write' || key?.name === 'opens'
  return inner.some(isShipped) ? inner.filter(one => !isShipped(one)) : [property]
}

const has = (properties: readonly Place[], name: string): boolean => properties.some(({ key }) => key?.name === name)

/** A dialog with its own form reads nothing else of the input. */
const unshownOf = (properties: readonly Place[]): Place[] =>
  has(properties, 'form') ? properties.filter(({ key }) => key?.name === 'input') : []

const serverOnlyBelow = (node: unknown): Place[] => {
  if (typeof node !== 'object' || node === null) return []
  const { callee, arguments: given = [] } = node as Partial<Call>
  const ofCall = serverOnly[callee?.name ?? '']
  const names = ofCall ? [...ofCall, ...emptied] : []
  return [
    ...given.flatMap(({ properties = [] }) => [
      ...properties.filter(({ key }) => names.includes(key?.name ?? '')).flatMap(leftOutOf),
      ...(ofCall ? unshownOf(properties) : []),
    ]),
    ...Object.values(node).flatMap(serverOnlyBelow),
  ]
}

export const withoutServerOnly: Plugin = {
  name: 'without-server-only',
  apply: 'build',
  transform: {
    filter: { id: own, code: /\b(?:define(?:Resource|Part|Singleton)|extend|action|transition|eventsOf)\(/ },
    handler(code) {
      const places = serverOnlyBelow(this.parse(code)).toSorted((a, b) => b.start - a.start)
      return {
        code: places.reduce((text, { start, end, key }) => {
          const rest = text.slice(end)
          const isEmptied = emptied.includes(key?.name ?? '')
          return text.slice(0, start) + (isEmptied ? `${key?.name}: ''${rest}` : rest.replace(/^\s*,/, ''))
        }, code),
        map: null,
      }
    },
  },
}
