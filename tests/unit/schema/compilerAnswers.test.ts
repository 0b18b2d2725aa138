import { beforeAll, describe, expect, it } from 'vitest'
import { compilerAnswers } from './support/compilerAnswers'

// What the compiler says of a mistake in a declaration: it names the word, and the right one or all that there are.

const setting = `
import { action, choice, definePart, defineResource, defineSingleton, flag, image, instant, integer, later, localDate, now, setting, text, today, transition } from '../../../src/schema'
const fields = { name: text({ required: true }), size: choice(['small', 'large']) }
const drawn = { ...fields, photo: image(), cover: image() }
const parts = { name: 'parts', label: ['Part', 'Parts'], icon: 'rule', scope: 'tenant', api: '/parts', access: { read: 'viewer', write: 'admin' },
  fields, represent: 'name', list: { columns: ['name'], sort: 'name' }, form: ['name'] } as const
const rules = { name: 'rules', label: ['Rules', 'Rules'], icon: 'rule', scope: 'tenant', api: '/rules',
  screens: { base: '/settings/rules', form: 'page' }, access: { read: 'viewer', write: 'admin' }, fields, form: ['name'] } as const
const terms = { name: 'terms', label: ['Terms', 'Terms'], icon: 'rule', screens: { base: '/settings/terms' },
  access: { read: 'viewer', write: 'admin' }, fields, form: [] } as const
const loans = { name: 'loans', label: ['Loan', 'Loans'], icon: 'rule', scope: 'tenant', api: '/loans', access: { read: 'viewer', write: 'admin' },
  fields: { name: text({ required: true }), from: localDate(), until: localDate(), days: integer() },
  represent: 'name', list: { columns: ['name'], sort: 'name' }, form: ['name'] } as const
const limits = defineSingleton({ ...rules, fields: { longest: integer({ default: 14 }), size: choice(['small']) }, form: ['longest'] })
const named = { label: 'Sell', done: 'Sold' }
`

const cases: [code: string, answer: RegExp][] = [
  ['text({ requird: true })', /'requird' does not exist .* Did you mean to write 'required'\?/],
  ['text({ requird: true, max: 120 })', /'requird' does not exist .* Did you mean to write 'required'\?/],
  ['text({ required: true, maximum: 120 })', /'maximum' does not exist .*TextOptions/],
  ['flag({ required: true })', /'\{ required: boolean; \}' is not assignable/],
  ['choice(["a"], { defualt: "a" })', /'defualt' does not exist .* Did you mean to write 'default'\?/],
  ['integer({ readRole: "stuff" })', /'"stuff"' is not assignable .* Did you mean '"staff"'\?/],
  ['choice(["a", "b"], { default: "c" })', /'"c"' is not assignable to type '"a" \| "b" \|/],
  ['defineResource({ ...parts, conditons: {} })', /'conditons' does not exist .* Did you mean to write 'conditions'\?/],
  [
    `defineResource({ name: 'x', label: ['X', 'X'], icon: 'rule', scope: 'tenant', api: '/x', acces: { read: 'viewer', write: 'admin' },
      fields, represent: 'name', list: { columns: ['name'], sort: 'name' }, form: ['name'] })`,
    /'acces' does not exist .* Did you mean to write 'access'\?/,
  ],
  [
    'defineResource({ ...parts, list: { columns: ["name"], sort: "name", filter: [] } })',
    /'filter' does not exist .* Did you mean to write 'filters'\?/,
  ],
  [
    'defineResource({ ...parts, list: { columns: ["colour"], sort: "name" } })',
    /'"colour"' is not assignable to type '(?=.*"name")(?=.*"size")(?=.*"createdAt")/,
  ],
  [
    'defineResource({ ...parts, list: { columns: ["name"], search: ["size"], sort: "name" } })',
    /'"size"' is not assignable to type '"name"'/,
  ],
  [
    'defineResource({ ...parts, fields: drawn, list: { columns: ["name"], sort: "-photo" } })',
    /'"-photo"' is not assignable to type '(?=.*"-name")(?!.*"-photo")/,
  ],
  [
    'defineResource({ ...loans, bounds: { until: { after: "form" } } })',
    /'"form"' is not assignable to type '.*"from"/,
  ],
  ['defineResource({ ...loans, bounds: { until: { min: "days" } } })', /'"days"' is not assignable to type '.*"from"/],
  [
    'defineResource({ ...loans, bounds: { untill: { min: "from" } } })',
    /'untill' does not exist .* Did you mean to write 'until'\?/,
  ],
  ['defineResource({ ...loans, bounds: { until: { atLeast: "from" } } })', /'atLeast' does not exist/],
  [
    'defineResource({ ...loans, bounds: { until: { max: later("form", 14) } } })',
    /'"form"' is not assignable to type '.*"from"/,
  ],
  ['setting(() => limits, "longst")', /'"longst"' is not assignable to parameter of type '(?=.*"longest")(?=.*"size")/],
  ['localDate({ default: setting(() => limits, "longest") })', /'Setting<number>' is not assignable/],
  ['localDate({ default: now() })', /'now'|"now"/],
  ['instant({ default: today() })', /'today'|"today"/],
  [
    'defineResource({ ...parts, fields: drawn, represent: "photo" })',
    /'"photo"' is not assignable to type '(?=.*"name")(?=.*"size")(?!.*"cover")/,
  ],
  [
    'choice(["sold"], { tones: { sold: "success" } })',
    /'"success"' is not assignable to type '(?=.*"good")(?=.*"waiting")(?=.*"info")(?=.*"bad")(?=.*"done")(?=.*"off")/,
  ],
  [
    'flag({ tone: "success" })',
    /'"success"' is not assignable to type '(?=.*"good")(?=.*"waiting")(?=.*"info")(?=.*"bad")(?=.*"done")(?=.*"off")/,
  ],
  [
    'defineResource({ ...parts, fields: drawn, list: { columns: ["name"], filters: ["foto"], sort: "name" } })',
    /'"foto"' is not assignable to type '(?=.*"name")(?=.*"photo")(?=.*"size")/,
  ],
  [
    'defineResource({ ...parts, fields: drawn, picture: "name" })',
    /'"name"' is not assignable to type '(?=.*"photo")(?=.*"cover")/,
  ],
  [
    'action({ ...named, on: "rows" })',
    /'"rows"' is not assignable to type '(?=.*"record")(?=.*"many")(?=.*"collection")/,
  ],
  ['defineResource({ ...parts, form: ["colour"] })', /'"colour"' is not assignable to type '(?=.*"name")(?=.*"size")/],
  ['defineSingleton({ ...rules, form: ["colour"] })', /'"colour"' is not assignable to type '(?=.*"name")(?=.*"size")/],
  [
    'definePart({ ...terms, form: [{ name: "use", title: "Use", fields: ["nam"] }] })',
    /'"nam"' is not assignable .*'"name"'/,
  ],
  [
    'definePart({ ...terms, acess: { read: "staff", write: "owner" } })',
    /'acess' does not exist .* Did you mean to write 'access'\?/,
  ],
  ['defineSingleton({ ...rules, limit: 3 })', /'limit' does not exist/],
  ['defineResource({ ...parts, icon: "gift" })', /'"gift"' is not assignable to type '(?=.*"business")(?=.*"history")/],
  ['defineResource({ ...parts, api: "/things/{thingId}/parts" })', /'thingId' is missing/],
  [
    'defineResource({ ...parts, conditions: { name: { when: { size: ["smal"] } } } })',
    /'"smal"' is not assignable .* Did you mean '"small"'\?/,
  ],
  [
    'defineResource({ ...parts, check: () => ({ name: "validation.requird" }) })',
    /'"validation.requird"' is not assignable .* Did you mean '"validation.required"'\?/s,
  ],
  ['action({ ...named, rol: "admin" })', /'rol' does not exist .* Did you mean to write 'role'\?/],
  [
    'defineResource({ ...parts, actions: { sell: transition("colour", { from: ["a"], to: "b" }, named) } })',
    /'"colour"' is not assignable to type '(?=.*"name")(?=.*"size")[^']*'\.$/,
  ],
]

let answers: Map<number, string>

beforeAll(() => {
  answers = compilerAnswers(
    setting,
    cases.map(([code]) => code),
  )
}, 120_000)

describe('the compiler', () => {
  it('has nothing to say of what is right', () => expect(answers.get(-1)).toBeUndefined())

  it.each(cases.map(([code, answer], index) => ({ code, answer, index })))('answers $code', ({ answer, index }) => {
    expect(answers.get(index)).toMatch(answer)
  })
})
