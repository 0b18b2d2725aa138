import * as z from 'zod/mini'
import type { AnyResource, RecordOf } from '../schema'
import type { AuditEntry } from './auditEntry'
import { ref, singularName } from './components'
import type { JsonSchema } from './fieldSchema'

/** For zod schemas that zod cannot describe. */
const shapes = new WeakMap<z.core.$ZodType, JsonSchema>()

/** A schema for `T` that checks nothing; the API reference shows `json`. */
export const shaped = <T>(json: JsonSchema): z.ZodMiniType<T> => {
  const schema = z.custom<T>()
  shapes.set(schema, json)
  return schema
}

/** A record's schema; the API reference links to the resource. */
export const recordOf = <R extends AnyResource, T = RecordOf<R>>(resource: R): z.ZodMiniType<T> =>
  shaped(ref(singularName(resource)))

/** Adds a sentence to an answer's schema. */
export const described = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  schema.check(z.describe(description)) as S

/** An answer's JSON Schema. Records refer to their resource's component. */
export const answerSchema = (schema: z.core.$ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A format implies its pattern.
      if (jsonSchema.format) delete jsonSchema.pattern
      Object.assign(jsonSchema, shapes.get(zodSchema))
    },
  })
  return json
}

/** The schema of an audit entry, for histories. */
export const auditEntry = shaped<AuditEntry>(ref('AuditEntry'))
