import { type AnyField, type FieldErrors, type Fields, type ValueOf, validate } from '../../src/schema'
import type { Body } from './body'
import { fieldSchema } from './openapi/fieldSchema'
import { invalid } from './problem'
import type { JsonSchema } from './queryParams'

type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }

const described = (field: AnyField): JsonSchema =>
  ({
    ...(field.presence === 'optional' ? { anyOf: [fieldSchema(field), { type: 'null' }] } : fieldSchema(field)),
    ...(field.help && { description: field.help }),
    ...(field.default !== undefined && { default: field.default }),
  }) as JsonSchema

/**
 * The body of a call that is no record's, from fields like those of a declaration: what is left out has its default, or is null.
 * @param check rules over several of the fields; errors by field, as keys of `messages.ts`
 *
 * @example
 * fieldsBody({ name: text({ required: true }) })
 */
export const fieldsBody = <F extends Fields>(
  fields: F,
  check?: (values: ValuesOf<F>) => FieldErrors<F>,
): Body<ValuesOf<F>> => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field)])),
    required: Object.keys(fields).filter(name => fields[name]?.presence === 'required'),
  },
  read: json => {
    const shape = { fields, api: '', ...(check && { check }) }
    const validated = validate(shape as never, json, { role: null })
    if (!validated.ok) throw invalid(validated.errors)
    return validated.values as ValuesOf<F>
  },
})
