import { beforeAll, describe, expect, it } from 'vitest'
import * as schema from '../../../src/schema'
import { type AnyField, type AnyResource, asReadBy, defineResource, type FieldKind, kinds } from '../../../src/schema'
import type { CommonOptions, Kind } from '../../../src/schema/kinds/kind'
import { validate } from '../../../src/schema/validation'
import { compilerAnswers } from './support/compilerAnswers'

// Every kind with every option that all kinds share: either the compiler refuses it, or it does what it says.

const opening: { [K in FieldKind]?: string } = {
  choice: '["a", "b"], {',
  choices: '["a", "b"], {',
  reference: '() => ({ name: "x" }), {',
  references: '() => ({ name: "x" }), {',
  count: '() => ({ name: "x" }), "by", {',
  group: '{ n: text() }, {',
  items: '{ n: text() }, { max: 3, itemLabel: "x",',
  typed: '"by", {}, {',
  weeklyHours: '{ default: [],',
}

const sampleOf = (kind: FieldKind, field: AnyField): unknown => {
  const id = '7b1f3c2e-4d5a-4b6c-8d7e-9f0a1b2c3d4e'
  if (kind === 'reference') return id
  if (kind === 'references') return [id]
  if (kind === 'image' || kind === 'file') return { id }
  if (kind === 'group') return { n: 'a' }
  if (kind === 'items') return [{ n: 'a' }]
  if (kind === 'typed') return {}
  return (kinds[kind] as Kind<typeof kind>).sample?.(field.options as never, 3)
}

const builders = schema as unknown as Record<string, unknown>
const names = Object.keys(kinds) as FieldKind[]
const code = (kind: FieldKind, more = ''): string => `${kind}(${opening[kind] ?? '{'} ${more} })`
const made = (text: string): AnyField =>
  new Function(...Object.keys(builders), `return ${text}`)(...Object.values(builders))

const resourceOf = (it: AnyField): AnyResource => ({
  ...defineResource({
    name: 'things',
    label: ['Thing', 'Things'],
    icon: 'rule',
    scope: 'tenant',
    api: '/things',
    access: { read: 'viewer', write: 'staff' },
    fields: { name: schema.text({ required: true }) },
    represent: 'name',
    list: { columns: ['name'], sort: 'name' },
    form: ['name'],
  }),
  fields: { name: schema.text({ required: true }), by: schema.choice(['a']), it } as never,
})

const given = { name: 'A thing', by: null }
const problemOf = (field: AnyField, it: unknown, current?: object): string | undefined => {
  const result = validate(resourceOf(field), { ...given, it }, { role: 'staff', current: current as never })
  return result.ok ? undefined : result.errors.it?.key
}

const has =
  (name: keyof AnyField, value: unknown) =>
  (field: AnyField): void =>
    expect(field[name]).toEqual(value)

/** What a field with the option does; a new option does not compile until it is tried here. */
const options: {
  [O in keyof CommonOptions<unknown>]-?: [
    value: (kind: FieldKind) => string,
    effect: (field: AnyField, kind: FieldKind) => void,
  ]
} = {
  required: [() => 'true', field => expect(problemOf(field, undefined)).toBe('validation.required')],
  default: [
    kind => JSON.stringify(sampleOf(kind, made(code(kind)))) ?? 'undefined',
    (field, kind) => expect(field.default).toEqual(sampleOf(kind, made(code(kind)))),
  ],
  readOnly: [
    () => 'true',
    (field, kind) => {
      const result = validate(resourceOf(field), { ...given, it: sampleOf(kind, field) }, { role: 'owner' })
      expect(result.ok && result.values).not.toHaveProperty('it')
      expect(result.ok).toBe(true)
    },
  ],
  computed: [() => 'true', has('computed', true)],
  derived: [() => 'days("name", today())', field => expect(field.derived).toMatchObject({ op: 'days' })],
  stored: [() => 'true', has('isStored', true)],
  label: [() => '"Said"', has('label', 'Said')],
  help: [() => '"Said."', has('help', 'Said.')],
  none: [() => '"Nothing"', has('none', 'Nothing')],
  unique: [() => 'true', has('unique', true)],
  immutable: [
    () => 'true',
    (field, kind) => {
      if (kind === 'typed') return has('immutable', true)(field)
      expect(problemOf(field, sampleOf(kind, field), { ...given, it: undefined })).toBe('validation.immutable')
    },
  ],
  writeRole: [
    () => '"admin"',
    (field, kind) => {
      if (kind === 'typed') return has('writeRole', 'admin')(field)
      expect(problemOf(field, sampleOf(kind, field), { ...given, it: undefined })).toBe('validation.forbidden')
    },
  ],
  readRole: [
    () => '"admin"',
    (field, kind) => {
      expect(asReadBy(resourceOf(field), 'staff').fields).not.toHaveProperty('it')
      if (field.writable && kind !== 'typed')
        expect(problemOf(field, sampleOf(kind, field))).toBe('validation.forbidden')
    },
  ],
  renamedFrom: [() => '"older"', has('renamedFrom', 'older')],
}

const tried = names.flatMap(kind =>
  Object.entries(options).map(([option, [value, effect]]) => ({
    kind,
    option,
    effect,
    code: code(kind, `${option}: ${value(kind)}`),
  })),
)

let refused: Map<number, string>

beforeAll(() => {
  refused = compilerAnswers(
    `import { days, today, ${names.join(', ')} } from '../../../src/schema'`,
    tried.map(each => each.code),
  )
}, 120_000)

describe.each(Object.keys(options))('the option %s', option => {
  it('does what it says of every kind, or the compiler refuses it', () => {
    expect(refused.get(-1)).toBeUndefined()
    let takers = 0
    tried.forEach(({ kind, effect, code: text, ...one }, index) => {
      if (one.option !== option || refused.has(index)) return
      takers++
      try {
        effect(made(text), kind)
      } catch (error) {
        throw new Error(`${text} does nothing, or something else.`, { cause: error })
      }
    })
    expect(takers).toBeGreaterThan(0)
  })
})
