import { type RawBuilder, sql } from 'kysely'
import {
  type Body,
  fieldSchema,
  isUuid,
  type JsonSchema,
  param,
  ref,
  singularName,
  uuidSchema,
} from '../../src/contract'
import { type AnyResource, type Assignment, allFields, inSentence, type Message, mayRead } from '../../src/schema'
import { validate } from '../../src/schema/validation'
import { assignmentLink, type Link } from '../db/links'
import { anyTable } from '../db/sql'
import { invalid, Problem } from '../http/problem'
import { defineRoute, type Route } from '../http/route'
import type { UnitOfWork } from '../http/unitOfWork'
import { column, compared, recordColumns, toRecord } from './columns'
import type { ResourceHooks } from './hooks'
import { changeOwners, replaceTargets } from './links'
import { accessTo, scopeOf, scopesTo } from './routes'
import { requireWritable } from './rows'
import type { Scope } from './scope'
import { asSeen, findRecord, findRecords } from './scope'
import { noteAssignment } from './write'

interface Assigned {
  ids: string[]
}

const listOf = (json: Readonly<Record<string, unknown>>, name: string, max: number): unknown[] => {
  const value = json[name]
  if (!Array.isArray(value)) throw invalid({ [name]: { key: 'validation.required', args: {} } })
  if (value.length > max) throw invalid({ [name]: { key: 'validation.tooMany', args: { max } } })
  return value
}

const refuseUnknown = (json: Readonly<Record<string, unknown>>, known: readonly string[], path = ''): void => {
  const unknown = Object.keys(json).filter(name => !known.includes(name))
  if (unknown.length === 0) return
  throw invalid(Object.fromEntries(unknown.map(name => [path + name, { key: 'validation.unknown', args: {} }])))
}

const checkedIds = (ids: readonly unknown[], pathOf: (index: number) => string): string[] => {
  const errors: Record<string, Message> = {}
  const seen = new Set<string>()
  const checked = ids.map((id, index) => {
    const text = typeof id === 'string' ? id.toLowerCase() : ''
    if (!isUuid(text)) errors[pathOf(index)] = { key: 'validation.uuid', args: {} }
    else if (seen.has(text)) errors[pathOf(index)] = { key: 'validation.repeated', args: {} }
    seen.add(text)
    return text
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return checked
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rankedBody = ({ body, key = 'id', rank = 'rank', shows = {}, max }: Assignment): Body<Assigned> => ({
  schema: {
    type: 'object',
    properties: {
      [body]: {
        type: 'array',
        maxItems: max,
        items: { type: 'object', properties: { [key]: uuidSchema, [rank]: { type: 'integer' } }, required: [key] },
      },
    },
    required: [body],
  },
  read: json => {
    refuseUnknown(json, [body])
    const entries = listOf(json, body, max).map((value, index) => {
      const path = `${body}.${index}`
      if (!isObject(value)) throw invalid({ [path]: { key: 'validation.invalid', args: {} } })
      refuseUnknown(value, [key, rank, ...Object.keys(shows)], `${path}.`)
      const place = value[rank] ?? index
      if (!Number.isSafeInteger(place)) throw invalid({ [`${path}.${rank}`]: { key: 'validation.number', args: {} } })
      return { id: value[key], place: place as number, index }
    })
    checkedIds(
      entries.map(({ id }) => id),
      index => `${body}.${index}.${key}`,
    )
    entries.sort((a, b) => a.place - b.place || a.index - b.index)
    return { ids: entries.map(({ id }) => String(id).toLowerCase()) }
  },
})

const plainBody = ({ body, max }: Assignment): Body<Assigned> => ({
  schema: {
    type: 'object',
    properties: { [body]: { type: 'array', maxItems: max, items: uuidSchema } },
    required: [body],
  },
  read: json => {
    refuseUnknown(json, [body])
    return { ids: checkedIds(listOf(json, body, max), index => `${body}.${index}`) }
  },
})

export const assignedIds = async (
  { db, caller }: Pick<UnitOfWork, 'db' | 'caller'>,
  { through }: Assignment,
  link: Link,
  id: string,
): Promise<string[]> => {
  const [mine, theirs] = through ? (['targetId', 'ownerId'] as const) : (['ownerId', 'targetId'] as const)
  const rows = await anyTable(db)
    .selectFrom(link.table)
    .select([`${theirs} as id`])
    .where('tenantId', '=', caller.tenant?.id)
    .where(mine, '=', id)
    .orderBy(through ? theirs : link.rank)
    .execute()
  return rows.map(row => String(row.id))
}

const requireTargets = async (
  { db, caller }: UnitOfWork,
  { of, body, key }: Assignment,
  ids: readonly string[],
): Promise<void> => {
  const target = of() as AnyResource
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(target.name)}
    where ${column(target, 'tenantId')} = ${caller.tenant?.id} and ${column(target, 'id')} = any(${ids})`.execute(db)
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.flatMap((id, index) =>
    found.has(id) ? [] : [key ? `${body}.${index}.${key}` : `${body}.${index}`],
  )
  if (missing.length === 0) return
  throw new Problem('not_found', 'A record that this refers to does not exist.', {
    errors: Object.fromEntries(missing.map(path => [path, { key: 'validation.reference', args: {} }])),
  })
}

const requireWilling = async (
  { db, caller }: UnitOfWork,
  scope: Scope,
  { of, body, through }: Assignment,
  hooks: ResourceHooks,
  id: string,
  { ids, before }: { ids: readonly string[]; before: readonly string[] },
): Promise<void> => {
  const target = of() as AnyResource
  const added = ids.filter(candidate => !before.includes(candidate))
  if (!through || added.length === 0) return
  const records = await findRecords(db, { ...scope, resource: target, hooks, params: {} }, added, { isWhole: true })
  const errors: Record<string, Message> = {}
  for (const current of records) {
    const targets = [...(current[through] as string[]), id]
    const validated = validate(target, { [through]: targets }, { current, role: caller.role, around: null })
    const [problem] = validated.ok ? [] : Object.values(validated.errors)
    if (problem) errors[`${body}.${ids.indexOf(current.id)}`] = problem
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const rankedRows = async (
  { db, caller }: Pick<UnitOfWork, 'db' | 'caller'>,
  { of, key = 'id', rank = 'rank', shows = {} }: Assignment,
  link: Link,
  id: string,
): Promise<unknown[]> => {
  const target = of() as AnyResource
  const [table, targets] = [sql.table(link.table), sql.table(target.name)]
  const of_ = (name: string): RawBuilder<unknown> => sql.ref(`${link.table}.${name}`)
  const readable = Object.entries(shows).filter(([, field]) => mayRead(target, field, caller.role))
  const shown = readable.map(([name, field]) => column(target, field).as(name))
  const { rows } = await sql`
    select ${sql.join([of_('targetId').as(key), of_(link.rank).as(rank), ...shown])}
    from ${table} join ${targets} on ${column(target, 'tenantId')} = ${of_('tenantId')} and ${column(target, 'id')} = ${of_('targetId')}
    where ${of_('tenantId')} = ${caller.tenant?.id} and ${of_('ownerId')} = ${id}
    order by ${of_(link.rank)}, ${of_('targetId')}`.execute(db)
  return rows
}

const rankedSchema = ({ of, key = 'id', rank = 'rank', shows = {} }: Assignment): JsonSchema => {
  const fields = allFields(of() as AnyResource)
  const shown = Object.entries(shows).flatMap(([name, field]) => {
    const declared = fields[field]
    if (!declared) return []
    return [[name, declared.kind === 'reference' ? uuidSchema : fieldSchema(declared)]]
  })
  const properties = { [key]: uuidSchema, [rank]: { type: 'integer' as const }, ...Object.fromEntries(shown) }
  const required = Object.keys(properties).filter(name => !fields[shows[name] ?? '']?.readRole)
  return { type: 'array', items: { type: 'object', properties, required } }
}

const concerningRows = async (
  { db, caller }: Pick<UnitOfWork, 'db' | 'caller'>,
  scope: Scope,
  name: string,
  { of }: Assignment,
  hooks: ResourceHooks,
  id: string,
  isEffective: boolean,
): Promise<unknown[]> => {
  const target = of() as AnyResource
  const concern = scope.hooks.concerns?.[name]
  if (!concern) throw new Error(`Nobody says how ${target.name} concern ${scope.resource.name}.`)
  const via = concern.select(id)
  const seen = asSeen({ ...scope, resource: target, hooks })
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([...recordColumns(seen.resource, seen.hooks), via.as('via')])} from ${sql.table(target.name)}
    where ${column(target, 'tenantId')} = ${caller.tenant?.id}
    and ${isEffective ? sql`${via} is not null` : sql`${via} = ${concern.ways[0]}`}
    order by ${compared(target, target.represent, seen.hooks)}, ${column(target, 'id')}`.execute(db)
  return rows.map(row => toRecord(seen.resource, row))
}

export const assignmentBody = (assignment: Assignment): Body<Assigned> =>
  assignment.rank ? rankedBody(assignment) : plainBody(assignment)

/**
 * Replaces a set of assigned records.
 * @param of.ids the new set, or a function of the current, locked one
 * @throws Problem `not_found` for a missing record or target, or `validation`
 */
export const assign = async (
  unit: UnitOfWork,
  scope: Scope,
  name: string,
  targetHooks: ResourceHooks,
  { id, ids: given }: { id: string; ids: readonly string[] | ((before: readonly string[]) => readonly string[]) },
): Promise<void> => {
  const assignment = scope.resource.assigns?.[name]
  if (!assignment) throw new Error(`${scope.resource.name} have no assignment ${name}.`)
  const { through } = assignment
  const link = assignmentLink(scope.resource, name)
  const record = await findRecord(unit.db, scope, id, { lock: true })
  await requireWritable(unit.db, scope, id)
  const before = await assignedIds(unit, assignment, link, id)
  const ids = typeof given === 'function' ? given(before) : given
  await requireTargets(unit, assignment, ids)
  if (before.join() === ids.join()) return
  await requireWilling(unit, scope, assignment, targetHooks, id, { ids, before })
  const tenantId = unit.caller.tenant?.id ?? ''
  if (through) {
    await changeOwners(unit.db, tenantId, link, id, {
      added: ids.filter(added => !before.includes(added)),
      removed: before.filter(removed => !ids.includes(removed)),
    })
  } else {
    await replaceTargets(unit.db, tenantId, link, [id], ids)
  }
  noteAssignment(unit, scope, record, name, before, ids)
}

export const assignmentRoutes = (resource: AnyResource, allHooks: Readonly<Record<string, ResourceHooks>>): Route[] =>
  Object.entries(resource.assigns ?? {}).flatMap(([name, assignment]) => {
    const target = assignment.of() as AnyResource
    const hooks = allHooks[resource.name] ?? {}
    const targetHooks = allHooks[target.name] ?? {}
    const { path, through } = assignment
    const concern = hooks.concerns?.[name]
    const link = () => assignmentLink(resource, name)
    const [one, many] = [inSentence(resource.label[0]), inSentence(target.label[1])]
    const operation = `${singularName(resource)}${name.charAt(0).toUpperCase()}${name.slice(1)}`
    const schema: JsonSchema = through
      ? {
          type: 'array',
          items: {
            allOf: [
              ref(singularName(target)),
              { type: 'object', properties: { via: { type: 'string', enum: [...(concern?.ways ?? [])] } } },
            ],
          },
        }
      : rankedSchema(assignment)
    const answer = { status: 200 as const, description: `The ${many} of the ${one}`, schema }
    const rowsOf = (
      at: Pick<UnitOfWork, 'db' | 'caller'>,
      scope: Scope,
      id: string,
      isEffective = false,
    ): Promise<unknown[]> =>
      through
        ? concerningRows(at, scope, name, assignment, targetHooks, id, isEffective)
        : rankedRows(at, assignment, link(), id)

    return [
      defineRoute({
        method: 'GET',
        path: path as string,
        access: accessTo(resource, 'list'),
        scopes: scopesTo(resource, 'list'),
        tag: resource.label[1],
        operationId: `get${operation}`,
        summary: `The ${many} of a ${one}`,
        query: through
          ? {
              effective: param('choice', `With true, also those that concern the ${one} without being assigned to it`, [
                'true',
                'false',
              ]),
            }
          : {},
        answer,
        handler: async request => {
          const scope = scopeOf(resource, hooks, request)
          const id = (request.params as Record<string, string>).id ?? ''
          const isEffective = (request.query as { effective?: string }).effective === 'true'
          const body = await request.read(async db => {
            await findRecord(db, scope, id)
            return rowsOf({ db, caller: scope.caller }, scope, id, isEffective)
          })
          return { status: 200, body }
        },
      }),
      defineRoute({
        method: 'PUT',
        path: path as string,
        access: accessTo(resource, 'update'),
        scopes: scopesTo(resource, 'update'),
        tag: resource.label[1],
        operationId: `set${operation}`,
        summary: `Replace the ${many} of a ${one}`,
        body: assignmentBody(assignment),
        answer,
        handler: async request => {
          const scope = scopeOf(resource, hooks, request)
          const id = (request.params as Record<string, string>).id ?? ''
          const body = await request.write(async unit => {
            await assign(unit, scope, name, targetHooks, { id, ids: request.body.ids })
            return rowsOf(unit, scope, id)
          })
          return { status: 200, body }
        },
      }),
    ]
  })
