import type { AnyResource } from '../schema'
import type { JsonSchema } from './fieldSchema'

const pascalCase = (label: string): string =>
  label.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `Channel`, `CatalogItem` */
export const singularName = ({ apiLabel, label }: AnyResource): string => pascalCase((apiLabel ?? label)[0])
export const pluralName = ({ apiLabel, label }: AnyResource): string => pascalCase((apiLabel ?? label)[1])

/** Refers to an OpenAPI component: `ref('Channel')`. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export const messageSchema: JsonSchema = {
  type: 'object',
  properties: { key: { type: 'string' }, args: { type: 'object' } },
  required: ['key', 'args'],
}
