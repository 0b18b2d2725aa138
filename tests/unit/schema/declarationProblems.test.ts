import { describe, expect, it } from 'vitest'
import { core, withCore } from '../../../src/declare'
import { resources } from '../../../src/resources'
import {
  type AnyField,
  type AnyResource,
  action,
  choice,
  copied,
  count,
  days,
  decimal,
  definePart,
  defineResource,
  defineSingleton,
  file,
  flag,
  group,
  holds,
  image,
  input,
  instant,
  integer,
  items,
  joined,
  last,
  later,
  localDate,
  longText,
  max,
  me,
  money,
  now,
  parent,
  percent,
  plus,
  type ResourceRef,
  type RowRule,
  reference,
  rows,
  slug,
  sum,
  tags,
  text,
  today,
  transition,
  typed,
} from '../../../src/schema'
import { declarationProblems } from '../../../src/schema/declarationProblems'

const vouchers = defineResource({
  name: 'vouchers',
  label: ['Voucher', 'Vouchers'],
  icon: 'style',
  scope: 'tenant',
  api: '/vouchers',
  screens: { base: '/vouchers', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'viewer', write: 'staff' },
  fields: { code: text({ required: true }), useCount: count((): ResourceRef => uses, 'voucherId') },
  represent: 'code',
  list: { columns: ['code'], sort: 'code' },
  form: ['code'],
})

const uses = defineResource({
  name: 'uses',
  label: ['Use', 'Uses'],
  icon: 'history',
  scope: 'tenant',
  api: '/vouchers/{voucherId}/uses',
  access: { read: 'viewer', write: 'staff' },
  fields: { voucherId: parent(() => vouchers), note: text({ required: true }) },
  represent: 'note',
  list: { columns: ['note'], sort: 'note' },
  form: ['note'],
})

const secrets = { ...uses, name: 'secrets', access: { read: 'admin', write: 'admin' } } as AnyResource

const terms = definePart({
  name: 'terms',
  label: ['Terms', 'Terms'],
  icon: 'rule',
  screens: { base: '/settings/terms' },
  access: { read: 'admin', write: 'owner' },
  fields: { days: integer({ default: 30 }) },
  form: [{ name: 'use', title: 'Use', fields: ['days'] }],
})

const house = defineSingleton({
  name: 'house',
  label: ['House', 'House'],
  icon: 'business',
  scope: 'tenant',
  api: '/house',
  screens: { base: '/settings/house', form: 'page' },
  access: { read: 'staff', write: 'admin' },
  fields: { ...terms.fields, motto: text() },
  parts: [terms],
  form: ['motto'],
})

const partial = (change: Partial<typeof terms>, whole: Partial<AnyResource> = {}): [AnyResource[]] => [
  [{ ...house, parts: [{ ...terms, ...change }], ...whole } as AnyResource],
]

const named = (name: string): AnyResource => ({ ...vouchers, name, fields: {}, form: [] })

describe('problems of declarations', () => {
  it('are none in the product', () => {
    expect(declarationProblems(resources)).toEqual([])
    expect(declarationProblems([vouchers, uses, house])).toEqual([])
  })

  it('name the field by which whoever may not read a field could open it', () => {
    const people = () => core.users
    const fields = {
      ...vouchers.fields,
      secret: text({ readRole: 'admin' }),
      soldById: reference(people),
      madeById: reference(people, { readOnly: true }),
      checkedById: reference(people, { writeRole: 'admin' }),
      firstById: reference(people, { immutable: true }),
      giftId: reference((): ResourceRef => vouchers),
    }
    const problemsOf = (rule: RowRule) =>
      declarationProblems([
        ...withCore([{ ...vouchers, fields, rows: { opens: { secret: { read: [rule] } } } } as AnyResource, uses]),
      ]).filter(problem => problem.includes('.opens.'))
    const told = (by: string) => [
      `vouchers.rows.opens.secret.read asks ${by}, which roles below admin write, so that they open it themselves: make that readOnly and let an action set it, or give it the writeRole admin.`,
    ]
    const seen = rows.seenBy((): ResourceRef => uses, 'voucherId')
    for (const [rule, by] of [
      [rows.mine('soldById'), 'vouchers.soldById'],
      [rows.is('code', 'A'), 'vouchers.code'],
      [rows.anyOf(rows.mine('madeById'), rows.mine('soldById')), 'vouchers.soldById'],
      [rows.allOf(rows.role('staff'), rows.is('code', 'A')), 'vouchers.code'],
      [rows.along('giftId', rows.is('code', 'A')), 'vouchers.giftId'],
      [seen, 'uses.voucherId'],
    ] as [RowRule, string][])
      expect(problemsOf(rule)).toEqual(told(by))
    for (const rule of [
      rows.mine('madeById'),
      rows.allOf(rows.mine('madeById'), rows.is('code', 'A')),
      rows.mine('checkedById'),
      rows.mine('firstById'),
      rows.role('staff'),
    ] as RowRule[])
      expect(problemsOf(rule)).toEqual([])
  })

  const cases: [AnyResource[], string][] = [
    ...(
      [
        [
          { calendar: { from: 'code' } },
          'calendar is by code, a text: name a date, an instant or dates from day to day.',
        ],
        [
          { calendar: { from: 'soldAt', until: 'validUntil' } },
          'calendar.until is by validUntil, a localDate: name one of the kind of soldAt, instant.',
        ],
        [
          { calendar: { from: 'soldAt', through: 'validUntil' } },
          'calendar has a last day, and begins by soldAt, which is no date: name an end in until.',
        ],
        [{ board: { by: 'code' } }, 'board is by code, a text: name a choice.'],
        [{ board: { by: 'state' } }, 'board asks for records by state: add it to list.filters.'],
        [
          { board: { by: 'mood' } },
          'board: records without mood would be in no column; give it a default, or say required.',
        ],
        [{ map: { at: 'code' } }, 'map is by code, a text: name a place.'],
        [{ map: { at: 'cod' } }, 'map names cod, and there is no such field. Did you mean code?'],
        [
          { calendar: { from: 'secretAt' } },
          ' is by secretAt, which not everybody may read who reads the records: choose another.',
        ],
      ] as const
    ).map(([views, message]): [AnyResource[], string] => [
      [
        {
          ...vouchers,
          fields: {
            ...vouchers.fields,
            soldAt: instant(),
            secretAt: instant({ readRole: 'owner' }),
            validUntil: localDate(),
            state: choice(['new', 'spent'], { default: 'new', readOnly: true }),
            mood: choice(['good', 'bad']),
          },
          list: { ...vouchers.list, filters: ['code', 'mood'], views },
        } as AnyResource,
        uses,
      ],
      `vouchers.list.views${message.startsWith(' ') ? '' : '.'}${message}`,
    ]),
    [
      [{ ...vouchers, related: [{ of: (): ResourceRef => uses, by: 'voucherId' }] }, uses],
      'vouchers: the related uses cannot be filtered by voucherId: add it to their list.filters.',
    ],
    [
      [{ ...vouchers, related: [{ of: (): ResourceRef => uses, by: 'note' }] }, uses],
      'vouchers: the related uses are said to refer to it by note, which is no reference to vouchers. Did you mean voucherId?',
    ],
    [
      [{ ...vouchers, actions: { usage: action({ label: 'Use', done: 'Used' }) } }, uses],
      'vouchers.usage: the API has a path of this name already; choose another.',
    ],
    [
      [{ ...vouchers, actions: { clear: action({ label: 'Clear', done: 'Cleared', sets: { code: 7 } }) } }, uses],
      'vouchers.clear sets code to 7, which it cannot be.',
    ],
    [
      [
        {
          ...vouchers,
          fields: { ...vouchers.fields, state: choice(['new', 'spent'], { default: 'new' }) },
          form: ['code', 'state'],
          actions: { spend: transition('state', { from: ['new'], to: 'spent' }, { label: 'Spend', done: 'Spent' }) },
        },
        uses,
      ],
      'vouchers.spend leads state from value to value: make the field readOnly, or forms could set it at will.',
    ],
    [
      [
        {
          ...vouchers,
          fields: { ...vouchers.fields, state: choice(['new', 'sent', 'spent'], { default: 'new', readOnly: true }) },
          actions: {
            spend: transition(
              'state',
              { from: ['new', 'sent'], to: 'spent' },
              { label: 'Spend', done: 'Spent', undo: { label: 'Unspend', done: 'Unspent' } },
            ),
          },
        },
        uses,
      ],
      'vouchers.spend leads from several values, so that its undo cannot know which: say isCoded, and write it.',
    ],
    [
      [
        {
          ...vouchers,
          fields: { ...vouchers.fields, note: text({ readRole: 'owner' }) },
          actions: { file: action({ label: 'File', done: 'Filed', when: { note: { present: true } } }) },
        },
        uses,
      ],
      'vouchers.file depends on note, which staff may not read: give the action a higher role.',
    ],
    [
      [
        {
          ...vouchers,
          actions: { count: action({ label: 'Count', done: 'Counted', on: 'collection', when: { code: ['x'] } }) },
        },
        uses,
      ],
      'vouchers.count is done to the list as a whole: when, offered and sets are for records.',
    ],
    [
      [
        { ...vouchers, fields: { ...vouchers.fields, prize: group({ cover: image() }) }, form: ['code', 'prize'] },
        uses,
      ],
      'vouchers.prize.cover: a picture is kept with a field of the record itself; declare it there.',
    ],
    [
      [
        {
          ...vouchers,
          actions: { send: action({ label: 'Send', done: 'Sent', input: { letter: file() } }) },
        },
        uses,
      ],
      'vouchers.send.letter: a file is kept with a field of the record itself; declare it there.',
    ],
    [[vouchers], 'vouchers.useCount refers to uses, which is not in src/resources/index.ts: add it there.'],
    [[uses], 'uses.voucherId refers to vouchers, which is not in src/resources/index.ts: add it there.'],
    [
      [{ ...vouchers, fields: { ...vouchers.fields, useCount: count(() => uses, 'note') } }, uses],
      'vouchers.useCount counts by uses.note, which is no reference to vouchers. Did you mean voucherId?',
    ],
    [
      [
        {
          ...vouchers,
          form: [
            { name: 'sale', title: 'Sale', fields: ['code'] },
            { name: 'sale', title: 'Sold', fields: [] },
          ],
        },
        uses,
      ],
      'vouchers.form has two sections named sale: rename one.',
    ],
    [
      [{ ...vouchers, form: [{ name: 'sale', title: 'Sale', fields: ['code'], assigns: ['shops'] }] }, uses],
      'vouchers.form names a related set shops that is not in assigns.',
    ],
    [[named('vouchers'), named('vouchers')], 'vouchers and vouchers have the same name, vouchers: change one.'],
    [
      [vouchers, { ...named('coupons'), label: ['Coupon', 'Coupons'], api: '/coupons' }, uses],
      'vouchers and coupons have the same screens.base, /vouchers: change one.',
    ],
    [[named('gift_vouchers')], 'gift_vouchers: a resource’s name is in camel case, such as giftVouchers.'],
    [
      [{ ...named('vouchers'), fields: { valid_until: text() } }],
      'vouchers.valid_until: a field’s name is in camel case, such as validUntil.',
    ],
    [
      [{ ...named('vouchers'), fields: { end: text() } }],
      'vouchers.end: SQL keeps the word end for itself; choose another name.',
    ],
    [
      [{ ...named('vouchers'), fields: { version: text() } }],
      'vouchers.version: every record has this field anyway; choose another name.',
    ],
    [
      [{ ...named('vouchers'), fields: { kind: choice(['a'], { required: true }) } }],
      'vouchers.kind must be filled in: add it to form.',
    ],
    [[{ ...vouchers, createForm: [] }, uses], 'vouchers.code must be filled in: add it to createForm.'],
    [
      [{ ...vouchers, screens: { base: '/vouchers', form: 'dialog' } }, uses],
      'uses is shown on the page of vouchers, which has none: set its screens.form.edit to ‘page’.',
    ],
    [
      [vouchers, { ...uses, screens: { base: '/uses', form: 'dialog' } }],
      'uses: a nested resource is shown on its parent’s page; leave out screens.',
    ],
    [
      [{ ...named('vouchers'), screens: undefined }],
      'vouchers: nobody would see it; say where its screens are, such as /vouchers.',
    ],
    [
      [{ ...named('vouchers'), api: 'vouchers/' }],
      'vouchers: api begins with a slash and ends without one, such as /gift-vouchers.',
    ],
    [
      [
        vouchers,
        uses,
        {
          ...uses,
          name: 'details',
          label: ['Detail', 'Details'],
          api: '/uses/{useId}/details',
          fields: { useId: reference(() => uses, { required: true }) },
          form: [],
        },
      ],
      'details: only one level of nesting has a page to be shown on; refer to uses by a field instead.',
    ],
  ]
  const guarded = { ...named('vouchers'), fields: { code: text(), note: text({ readRole: 'staff' }) } }
  const about = (more: object): [AnyResource[]] => [[{ ...guarded, ...more } as AnyResource]]
  cases.push(
    [...about({ represent: 'note' }), 'vouchers.note names the records: everybody reads it who reads them.'],
    [
      ...about({ list: { columns: ['code'], sort: '-note' } }),
      'vouchers is sorted by note, which not everybody may read: sort by another field.',
    ],
    [
      ...about({ readRoles: { note: 'staff' } }),
      'vouchers.note is a declared field: give it readRole instead of an entry in readRoles.',
    ],
    [
      ...about({ fields: { code: text(), pin: text({ required: true, readRole: 'admin' }) } }),
      'vouchers.pin must be filled in by those who write, so they have to be able to read it.',
    ],
    [
      ...about({ conditions: { code: { when: { note: ['a'] } } } }),
      'vouchers.code depends on note, and would give it away: give it at least the readRole of note.',
    ],
    [
      ...about({ fields: { code: text(), place: group({ street: text({ readRole: 'staff' }) }) } }),
      'vouchers.place.street: roles are said of place as a whole.',
    ],
  )
  const of = (more: object): [AnyResource[]] => [[{ ...vouchers, ...more } as AnyResource, uses]]
  const derived = (field: AnyField) => of({ fields: { ...vouchers.fields, worth: field } })
  const noted = (): ResourceRef => uses
  cases.push(
    [
      ...derived(text({ derived: last(noted, 'voucherid', 'note', 'createdAt') })),
      'vouchers.worth goes by uses.voucherid, which is no stored reference to vouchers. Did you mean voucherId?',
    ],
    [
      ...derived(integer({ derived: sum(noted, 'voucherId', 'note') })),
      'vouchers.worth adds up uses.note, a text and no number.',
    ],
    [
      ...derived(integer({ derived: days('code', today()) })),
      'vouchers.worth says days() of code, of the kind text and no date or instant.',
    ],
    [
      ...derived(integer({ derived: plus('code', 1) })),
      'vouchers.worth says plus() of code, of the kind text and no number.',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, soldAt: instant(), worth: text({ derived: joined(' ', 'code', 'soldAt') }) },
      }),
      'vouchers.worth says joined() of soldAt, of the kind instant and no text.',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, worth: text({ derived: joined(' ', 'code', later(today(), 1) as never) }) },
      }),
      'vouchers.worth says joined() of what it works out, of the kind localDate and no text.',
    ],
    [
      ...derived(
        flag({
          derived: max(
            (): ResourceRef => ({ ...uses, fields: { ...uses.fields, isLate: flag() } }) as AnyResource,
            'voucherId',
            'isLate',
          ),
        }),
      ),
      'vouchers.worth takes the max of uses.isLate, a flag, which has no order.',
    ],
    [
      ...derived(instant({ derived: max(noted, 'voucherId', 'note') })),
      'vouchers.worth is of the kind instant, and uses.note of the kind text: declare it so.',
    ],
    [
      ...derived(text({ derived: max(noted, 'voucherId', 'nte') })),
      'vouchers.worth reads uses.nte, and there is no such field. Did you mean note?',
    ],
    [
      ...derived(text({ derived: joined(' ', 'code.name') })),
      'vouchers.worth reads code.name, and code leads to no record: it is no reference.',
    ],
    [...derived(text({ derived: joined(' ', 'worth') })), 'vouchers.worth follows from itself.'],
    [
      ...derived(flag({ derived: holds({ createdAt: { max: now() } }), stored: true })),
      'vouchers.worth changes with the clock or the tenant’s time zone, which no write tells: leave out stored.',
    ],
    [
      ...derived(text({ derived: max((): ResourceRef => secrets, 'voucherId', 'note') })),
      "vouchers.worth would give away secrets.voucherId, which only admin and higher roles read: say readRole: 'admin'.",
    ],
    [
      ...of({
        fields: { ...vouchers.fields, pin: text({ readRole: 'staff' }), worth: text({ derived: joined('', 'pin') }) },
      }),
      "vouchers.worth would give away vouchers.pin, which only staff and higher roles read: say readRole: 'staff'.",
    ],
  )
  const does = (writes: object) => of({ actions: { use: action({ label: 'Use', done: 'Used', ...writes } as never) } })
  const asUse = (values: object) => ({ creates: { of: (): ResourceRef => uses, with: values } })
  cases.push(
    [...does({ sets: { code: now() } }), 'vouchers.use sets code to now(), which is no text.'],
    [
      ...does({ sets: { code: input('cod') }, input: { code: text() } }),
      "vouchers.use sets code to input('cod'), and there is no such input. Did you mean code?",
    ],
    [
      ...does({ sets: { code: input('by') }, input: { by: flag() } }),
      "vouchers.use sets code to input('by'), a flag and no text.",
    ],
    [
      ...does(asUse({ note: 'a', nte: 'a' })),
      'vouchers.use sets uses.nte, and there is no such field. Did you mean note?',
    ],
    [
      ...does(asUse({ note: copied('id') })),
      "vouchers.use sets note to copied('id'), and it is no reference to vouchers.",
    ],
    [...does(asUse({})), 'vouchers.use creates uses without note, which must be filled in: say with what.'],
    [
      ...does({ along: { by: 'code', of: (): ResourceRef => uses, sets: {} } }),
      'vouchers.use changes uses along code, which is no reference to them.',
    ],
    [
      ...does({ answers: 'created', sets: { code: 'a' } }),
      'vouchers.use answers the record that it creates, and creates none: say which in creates.',
    ],
  )
  const assigned = (more: object) =>
    of({
      assigns: { shares: { of: (): ResourceRef => uses, path: '/vouchers/{id}/shares', body: 'ids', max: 9, ...more } },
    })
  cases.push(
    [
      [{ ...vouchers, renamedFrom: 'uses' }, uses],
      'vouchers is renamed from uses, which is still there: rename one at a time.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, word: text({ renamedFrom: 'code' }) } }),
      'vouchers.word is renamed from code, which is still there: rename one at a time.',
    ],
    [
      ...of({ list: { columns: ['code'], hidden: ['useCount'], sort: 'code' } }),
      'vouchers.list.hidden names useCount, which is not in list.columns. Did you mean code?',
    ],
    [
      ...of({ list: { columns: ['code'], cardTitle: ['coed'], sort: 'code' } }),
      'vouchers.list.cardTitle names coed, and there is no such field. Did you mean code?',
    ],
    [
      ...of({ list: { columns: ['code'], joined: { code: { label: 'Code', with: ['usecount'] } }, sort: 'code' } }),
      'vouchers.list.joined.code.with names usecount, and there is no such field. Did you mean useCount?',
    ],
    [
      ...of({
        list: {
          columns: ['code'],
          filters: ['code'],
          tabs: { old: { label: 'Old', filter: { cod: 'x' } } },
          sort: 'code',
        },
      }),
      'vouchers.list.tabs.old.filter names cod, which is not in list.filters. Did you mean code?',
    ],
    [
      ...of({ form: [{ name: 'sale', title: 'Sale', fields: ['code'], assigns: ['shares'] }] }),
      'vouchers.form.sale.assigns names shares, which is not in assigns.',
    ],
    [
      ...of({ list: { columns: ['cod'], sort: 'code' } }),
      'vouchers.list.columns names cod, and there is no such field. Did you mean code?',
    ],
    [
      ...of({ list: { columns: ['code'], sort: 'whereabouts' } }),
      'vouchers.list.sort names whereabouts, and there is no such field. There are code, useCount, createdAt, updatedAt, version.',
    ],
    [
      ...of({ list: { columns: ['code'], filterFields: { code: text() }, sort: 'code' } }),
      'vouchers.list.filterFields has code, which is a field: name it in list.filters instead.',
    ],
    [...of({ form: ['code', 'code'] }), 'vouchers.form has the field code twice: leave one out.'],
    [
      ...of({
        form: [
          { name: 'a', title: 'A', fields: ['code'] },
          { name: 'b', title: 'B', fields: ['code'] },
        ],
      }),
      'vouchers.form has the field code twice: leave one out.',
    ],
    [...of({ createForm: ['code', 'code'] }), 'vouchers.createForm has the field code twice: leave one out.'],
    [
      ...of({ conditions: { code: { when: { usecount: [1] } } } }),
      'vouchers.conditions.code.when names usecount, and there is no such field. Did you mean useCount?',
    ],
    [
      ...of({ limit: 1 }),
      'vouchers.limit is 1: one record of a tenant is a singleton (defineSingleton), one of a parent a field of it.',
    ],
    [
      ...partial({ fields: { days: integer({ default: 60 }) } }),
      'terms.days is not what house has: spread terms.fields among its fields.',
    ],
    [
      ...partial({}, { conditions: { days: { when: { motto: { present: true } } } } }),
      'terms.days has other conditions in house: spread terms.conditions among its own.',
    ],
    [
      ...partial({ access: { read: 'viewer', write: 'admin' } }),
      'terms opens to viewer, who may not read house: say staff.',
    ],
    [
      ...partial({ access: { read: 'staff', write: 'staff' } }),
      'terms lets staff write, and house lets only admin: let them write there, too.',
    ],
    [...partial({ form: [] }), 'terms.form has no sections: its page would be empty.'],
    [
      ...partial({ screens: { base: '/settings/house' } }),
      'house and terms have the same screens.base, /settings/house: change one.',
    ],
    [
      ...of({ parts: [{ ...terms, fields: {}, form: [] }] }),
      'terms is part of vouchers, of which a tenant has many: only the tenant itself and singletons have parts.',
    ],
    [...of({ trash: { days: 0 } }), 'vouchers.trash.days is 0: it is a whole number of days, from 1 to 3650.'],
    [
      ...of({ trash: { days: 30 }, notTakenBack: 'They are printed.' }),
      'vouchers.trash: nobody can take back a deletion of these records; leave it out.',
    ],
    [
      ...of({ across: { api: '/all-vouchers', base: '/all-vouchers' } }),
      'vouchers.across: it needs one parent, whose screens.form.edit is ‘page’, on which its records open.',
    ],
    [
      [vouchers, { ...uses, across: { api: '/vouchers', base: '/uses' } }],
      'vouchers and uses have the same api, /vouchers: change one.',
    ],
    [
      [vouchers, { ...uses, across: { api: '/uses', base: '/uses/' } }],
      'uses.across.base is /uses/: it begins with a slash, has no parameters and ends without one.',
    ],
    [...of({ limit: 2.5 }), 'vouchers.limit is 2.5: it is a whole number of records, from 2.'],
    [
      ...of({ rows: { opens: { code: { read: [rows.role('admin')] } } } }),
      'vouchers.rows.opens.code.read: code has no readRole: everybody reads it already.',
    ],
    [
      ...of({ rows: { opens: { code: { write: [rows.role('admin')] } } } }),
      'vouchers.rows.opens.code.write: code has no writeRole: whoever reads it may write it already.',
    ],
    [
      ...of({ rows: { opens: { cod: { read: [rows.role('admin')] } } } }),
      'vouchers.rows.opens.cod: there is no such field. Did you mean code?',
    ],
    [...of({ freshFor: -1 }), 'vouchers.freshFor is -1: it is a number of seconds, from 0.'],
    [...of({ uniqueTogether: [['code']] }), 'vouchers.uniqueTogether has a single field: say unique of code instead.'],
    [
      ...of({ fields: { ...vouchers.fields, state: choice(['new', 'spent', 'new']) } }),
      'vouchers.state has the value new twice: leave one out.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, days: integer({ default: 1, none: 'For ever' }) } }),
      'vouchers.days always has a value, so leave out what none would mean.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, days: integer({ default: 0, min: 1 }) } }),
      'vouchers.days has the default 0, which it cannot be.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, marks: tags() }, list: { columns: ['code'], sort: 'marks' } }),
      'vouchers is sorted by marks, whose values have no order: sort by another field.',
    ],
    [
      ...of({
        actions: {
          print: action({
            ...{ label: 'Print', done: 'Printed' },
            input: { to: text() },
            asks: { to: { cod: { present: false } } },
          }),
        },
      }),
      'vouchers.print speaks of cod, and there is no such field. Did you mean code?',
    ],
    [
      ...of({
        actions: {
          print: action({
            ...{ label: 'Print', done: 'Printed', form: {} },
            input: { to: text() },
            asks: { to: { code: ['A1'] } },
          }),
        },
      }),
      'vouchers.print asks for to of some records, and its form has no such field.',
    ],
    [
      ...of({
        actions: {
          print: action({
            ...{ label: 'Print', done: 'Printed' },
            input: { to: text(), from: text() },
            form: { to: text() },
            conditions: { to: { when: { from: { present: false } }, required: true } },
          }),
        },
      }),
      'vouchers.print has a condition on from, and its form has no such field.',
    ],
    [
      ...of({
        actions: { print: action({ label: 'Print', done: 'Printed', input: { to: text() }, starts: { to: 'cod' } }) },
      }),
      'vouchers.print begins with cod, and there is no field cod. Did you mean code?',
    ],
    [
      ...of({
        actions: {
          print: action({ label: 'Print', done: 'Printed', input: { to: text() }, starts: { to: 'code.name' } }),
        },
      }),
      'vouchers.print begins with code.name, and code leads to no record: it is no reference.',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, soldById: reference((): ResourceRef => vouchers) },
        actions: {
          print: action({ label: 'Print', done: 'Printed', input: { to: text() }, starts: { to: 'soldById.cods' } }),
        },
      }),
      'vouchers.print begins with soldById.cods, and there is no field cods. Did you mean code?',
    ],
    [
      ...of({
        actions: {
          print: action({
            ...{ label: 'Print', done: 'Printed', on: 'collection' },
            input: { to: text() },
            starts: { to: 'code' },
          }),
        },
      }),
      'vouchers.print begins with code, and the list as a whole has no fields.',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, state: choice(['new', 'spent'], { readOnly: true }) },
        actions: { spend: transition('state', { from: ['newly'], to: 'spent' }, { label: 'Spend', done: 'Spent' }) },
      }),
      'vouchers.spend asks for state to be newly, which it never is. Did you mean new?',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, state: choice(['new', 'spent'], { readOnly: true }) },
        actions: { spend: transition('state', { from: ['new'], to: 'spend' }, { label: 'Spend', done: 'Spent' }) },
      }),
      'vouchers.spend sets state to spend, which it cannot be. Did you mean spent?',
    ],
    [
      [vouchers, { ...uses, api: '/voucher/{voucherId}/uses' }],
      'uses: its path is below /voucher, where nothing is: that of vouchers is /vouchers.',
    ],
    [
      [vouchers, { ...uses, api: '/vouchers/{voucherid}/uses' }],
      'uses: {voucherid} in its path is no reference among its fields. Did you mean voucherId?',
    ],
    [
      ...assigned({ path: '/shares', rank: 'rank' }),
      'vouchers.assigns.shares: its path is below a record, such as /vouchers/{id}/shares.',
    ],
    [
      ...assigned({}),
      'vouchers.assigns.shares has neither rank nor through: say in which order it is, or which field holds it.',
    ],
    [
      ...assigned({ through: 'voucherId' }),
      'vouchers.assigns.shares goes through uses.voucherId, which are no references.',
    ],
    [
      ...assigned({ rank: 'rank', shows: { what: 'notes' } }),
      'vouchers.assigns.shares shows uses.notes, and there is no such field. Did you mean note?',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, left: integer({ computed: true }) },
        actions: { empty: action({ label: 'Empty', done: 'Emptied', sets: { left: 0 } }) },
      }),
      'vouchers.empty sets left, which is computed and not stored: set what it is computed of.',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, left: integer({ computed: true }) },
        uniqueTogether: [['code', 'left']],
      }),
      'vouchers.left is computed and not stored: leave it out of uniqueTogether.',
    ],
    [
      [
        vouchers,
        { ...uses, fields: { ...uses.fields, voucherId: reference((): ResourceRef => vouchers, { computed: true }) } },
      ],
      'vouchers.useCount counts by uses.voucherId, which is computed: count by a stored field.',
    ],
    ...(
      [
        [
          { soldAtFrom: 'today', soldAtTo: 'today' },
          "is always empty: soldAtTo is not included, so say soldAt: 'today' for the whole day.",
        ],
        [
          { soldAtFrom: '+7d', soldAtTo: 'tomorrow' },
          "is always empty: soldAtTo is not included, so say soldAt: '+7d' for the whole day.",
        ],
        [
          { soldAtFrom: 'week' },
          'filters soldAtFrom by week, which is no day: say now, today, tomorrow, yesterday, +7d, -7d or a date.',
        ],
        [
          { soldAt: 'weeks' },
          'filters soldAt by weeks, which is no day: say today, tomorrow, yesterday, +7d, -7d, week, month or a date.',
        ],
        [{ pagesFrom: '9', pagesTo: '3' }, 'is always empty: no pages is from 9 to 3.'],
        [{ state: ['new', 'spend'] }, 'filters state by spend, which it never is. Did you mean spent?'],
      ] as const
    ).map(([filter, problem]): [AnyResource[], string] => {
      const fields = { ...vouchers.fields, soldAt: instant(), pages: integer(), state: choice(['new', 'spent']) }
      const list = { ...vouchers.list, filters: ['soldAt', 'pages', 'state'], tabs: { now: { label: 'Now', filter } } }
      return [[{ ...vouchers, fields, list } as AnyResource, uses], `vouchers.list.tabs.now ${problem}`]
    }),
    ...(
      [
        [
          { onDay: localDate() },
          { onDayFrom: '2026-13-01' },
          'filters onDayFrom by 2026-13-01, which is no day: say today, tomorrow, yesterday, +7d, -7d or a date.',
        ],
        [{ pages: integer() }, { pagesFrom: 'few' }, 'filters pagesFrom by few, which it never is.'],
      ] as const
    ).map(([more, filter, problem]): [AnyResource[], string] => {
      const fields = { ...vouchers.fields, ...more }
      const list = { ...vouchers.list, filters: Object.keys(more), tabs: { now: { label: 'Now', filter } } }
      return [[{ ...vouchers, fields, list } as AnyResource, uses], `vouchers.list.tabs.now ${problem}`]
    }),
    [
      ...of({ fields: { ...vouchers.fields, xmin: text() } }),
      'vouchers.xmin: every table has a column xmin of its own; choose another name.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, price: money(), priceCurrency: text() } }),
      'vouchers.priceCurrency has the column price_currency, as price has: choose another name.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, pages: integer({ min: 9, max: 3 }) } }),
      'vouchers.pages is from 9 to 3, so that it could have no value.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, size: decimal({ min: 'few' }) } }),
      'vouchers.size is bounded by few, which is no number with 2 decimals.',
    ],
    ...(
      [
        [
          decimal({ precision: 3, scale: 5 }),
          'has 5 digits after the point, and 3 altogether: raise precision to 5 or more.',
        ],
        [percent({ scale: -1 }), 'has -1 digits after the point: say a whole number, from 0.'],
        [
          money({ unique: true }),
          'is money, of several parts, so it cannot be unique: keep it in one field of text or number beside it.',
        ],
        [longText({ unique: true }), 'may be too long to be unique: say max: 600 or less.'],
        [text({ readOnly: true, writeRole: 'admin' }), 'is never written by callers: leave out writeRole.'],
        [tags({ readOnly: true, immutable: true }), 'is never written by callers: leave out immutable.'],
      ] as const
    ).map(([size, problem]): [AnyResource[], string] => [
      [{ ...vouchers, fields: { ...vouchers.fields, size } } as AnyResource, uses],
      `vouchers.size ${problem}`,
    ]),
    ...(
      [
        [text({ unique: true }), 'unique'],
        [text({ immutable: true }), 'immutable'],
        [text({ readOnly: true }), 'readOnly'],
        [text({ computed: true }), 'computed'],
        [text({ derived: joined(' ', 'code') }), 'derived'],
        [text({ renamedFrom: 'older' }), 'renamedFrom'],
      ] as const
    ).flatMap(([field, said]): [AnyResource[], string][] => {
      const problem = `is no field of the record itself: leave out ${said}.`
      const actions = { sell: action({ label: 'Sell', done: 'Sold', input: { field } }) }
      return [
        group({ field }),
        items({ field }, { max: 2, itemLabel: 'part' }),
        typed('code', { a: { help: '', fields: { field } } }),
      ]
        .map((size): [AnyResource[], string] => [
          [{ ...vouchers, fields: { ...vouchers.fields, size } } as AnyResource, uses],
          `vouchers.size.field ${problem}`,
        ])
        .concat([[[{ ...vouchers, actions } as AnyResource, uses], `vouchers.sell.field ${problem}`]])
    }),
    [
      ...of({
        actions: { sell: action({ label: 'Sell', done: 'Sold', input: { why: text({ readRole: 'admin' }) } }) },
      }),
      'vouchers.sell.why is asked of whoever runs the action: give the action a role instead.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, soldById: reference((): ResourceRef => uses, { default: me() }) } }),
      'vouchers.soldById begins by me(), and leads to uses: the caller is one of users.',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, from: localDate({ required: true }), labels: tags(), until: localDate() },
        form: ['code', 'from'],
        noOverlap: [{ same: ['labels'], from: 'from', until: 'until' }],
      }),
      'vouchers.noOverlap: labels, of the kind tags, is no single value; leave it out.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, labels: tags() }, import: { keys: [['labels']] } }),
      'vouchers.import.keys has labels, by which no row can be found: name a stored field of one value.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, useCount: count(() => uses, 'voucherId', { where: { nte: ['x'] } }) } }),
      'vouchers.useCount reads uses.nte, and there is no such field. Did you mean note?',
    ],
    [
      ...of({
        fields: {
          ...vouchers.fields,
          state: choice(['new', 'spent']),
          isNew: flag({ derived: holds({ state: ['newly'] }) }),
        },
      }),
      'vouchers.isNew asks for vouchers.state to be newly, which it never is. Did you mean new?',
    ],
    [
      ...of({
        fields: {
          ...vouchers.fields,
          useId: reference((): ResourceRef => uses, { where: { note: 'pages' } }),
          pages: integer(),
        },
      }),
      'vouchers.useId.where compares uses.note, a text, with pages, a integer: name two of one kind.',
    ],
    [[named('order')], 'order: SQL keeps the word order for itself; choose another name.'],
    [[named('auditEntries')], 'auditEntries: the machine has a table of this name; choose another.'],
    [...of({ api: '/docs' }), 'vouchers: the API has /docs already; choose another path.'],
    [
      ...of({ screens: { base: '/settings', form: 'page' } }),
      'vouchers: the page /settings is there already; choose another.',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, page: integer() },
        list: { columns: ['code'], filters: ['page'], sort: 'code' },
      }),
      'vouchers.page cannot be a filter: every list has the parameter page; rename it.',
    ],
    [
      ...of({
        fields: { ...vouchers.fields, worth: integer(), worthTo: integer() },
        list: { columns: ['code'], filters: ['worth', 'worthTo'], sort: 'code' },
      }),
      'vouchers.worthTo cannot be a filter: the filter worth has the parameter worthTo; rename it.',
    ],
    [
      ...of({ fields: { ...vouchers.fields, word: slug({ from: 'cod' }) } }),
      'vouchers.word is made from cod, and there is no such field. Did you mean code?',
    ],
  )
  it.each(cases)('%#: %s', (declared, problem) => {
    expect(declarationProblems(declared)).toContain(problem)
  })
})
