import { hasRole, type Role, roles } from './access'
import { actionRole, actionSegment, actionsOf, type DeclaredAction } from './action'
import type { AnyField, Fields, ResourceRef } from './field'
import { snakeCase } from './naming'
import { pathParamNames } from './paths'
import { boundProblems } from './problems/boundProblems'
import { derivedProblems } from './problems/derivedProblems'
import { didYouMean } from './problems/didYouMean'
import { nameProblems } from './problems/nameProblems'
import { innerFields, optionProblems } from './problems/optionProblems'
import { pathProblems } from './problems/pathProblems'
import { rangeProblems } from './problems/rangeProblems'
import { referenceProblems } from './problems/referenceProblems'
import { isSqlWord, isTableColumn, reservedProblems } from './problems/reservedProblems'
import { rowProblems } from './problems/rowProblems'
import { setProblems } from './problems/setProblems'
import { setupProblems } from './problems/setupProblems'
import { tabProblems } from './problems/tabProblems'
import { valueProblems } from './problems/valueProblems'
import { viewProblems } from './problems/viewProblems'
import { mayRead } from './reading'
import { createRegistry } from './registry'
import {
  type AnyResource,
  acrossParents,
  allFields,
  formSections,
  inputNames,
  parseSort,
  systemFields,
} from './resource'
import { formStyle } from './screens'

const registry = 'src/resources/index.ts'

const targetOf = (field: AnyField): ResourceRef | null => {
  if (field.kind === 'reference' || field.kind === 'references') return field.options.to()
  return field.kind === 'count' ? field.options.of() : null
}

const referencesTo = ({ name }: ResourceRef, other: AnyResource | undefined): string[] =>
  Object.entries((other?.fields ?? {}) as Fields).flatMap(([field, declared]) =>
    declared.kind === 'reference' && declared.options.to().name === name ? field : [],
  )

const fieldProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] =>
  Object.entries(resource.fields as Fields).flatMap(([name, field]) => {
    const place = `${resource.name}.${name}`
    const isPath = pathParamNames(resource.api).includes(name)
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return [`${place}: a field’s name is in camel case, such as validUntil.`]
    if (name in systemFields || name === 'id' || (name === 'tenantId' && !isPath))
      return [`${place}: every record has this field anyway; choose another name.`]
    // The machine's own is in no rule, formula or key.
    if (isSqlWord(name) && place !== 'savedViews.order')
      return [`${place}: SQL keeps the word ${snakeCase(name)} for itself; choose another name.`]
    if (isTableColumn(name))
      return [`${place}: every table has a column ${snakeCase(name)} of its own; choose another name.`]
    if (snakeCase(name).length > 45)
      return [`${place} is too long a name: PostgreSQL cuts off what is above its length.`]
    if (field.renamedFrom !== undefined && field.renamedFrom in allFields(resource))
      return [`${place} is renamed from ${field.renamedFrom}, which is still there: rename one at a time.`]
    const target = targetOf(field)
    if (target && !all.has(target.name))
      return [`${place} refers to ${target.name}, which is not in ${registry}: add it there.`]
    if (field.kind === 'count') {
      const { of, by } = field.options
      const counted = ((all.get(of().name)?.fields ?? {}) as Fields)[by]
      if (counted?.kind !== 'reference' || counted.options.to().name !== resource.name)
        return [
          `${place} counts by ${of().name}.${by}, which is no reference to ${resource.name}.` +
            didYouMean(by, referencesTo(resource, all.get(of().name))),
        ]
      if (counted.computed)
        return [`${place} counts by ${of().name}.${by}, which is computed: count by a stored field.`]
    }
    if (field.kind === 'slug' && field.options.from && !(resource.fields as Fields)[field.options.from])
      return [
        `${place} is made from ${field.options.from}, and there is no such field.` +
          didYouMean(field.options.from, Object.keys(resource.fields as Fields)),
      ]
    return []
  })

/** Leaks of `readRole` fields, and forms that cannot be filled in. */
const readProblems = (resource: AnyResource): string[] => {
  const { name, access, fields, represent, list, conditions = {}, readRoles = {} } = resource
  const { read, write } = access.ownTenant ?? access
  const all = fields as Fields
  const hidden = (field: string, role: Role): boolean => !mayRead(resource, field, role)
  const { field: sort } = parseSort(list.sort)
  return [
    ...(hidden(represent, read) ? [`${name}.${represent} names the records: everybody reads it who reads them.`] : []),
    ...(hidden(sort, read) && sort !== represent
      ? [`${name} is sorted by ${sort}, which not everybody may read: sort by another field.`]
      : []),
    ...Object.keys(readRoles)
      .filter(member => all[member])
      .map(member => `${name}.${member} is a declared field: give it readRole instead of an entry in readRoles.`),
    ...Object.entries(all)
      .filter(([member, { presence }]) => write !== 'nobody' && presence === 'required' && hidden(member, write))
      .map(([member]) => `${name}.${member} must be filled in by those who write, so they have to be able to read it.`),
    ...Object.entries(conditions).flatMap(([member, condition]) =>
      Object.keys(condition?.when ?? {})
        .filter(other => roles.some(role => hidden(other, role) && !hidden(member, role)))
        .map(
          other =>
            `${name}.${member} depends on ${other}, and would give it away: give it at least the readRole of ${other}.`,
        ),
    ),
    ...Object.entries(all).flatMap(([member, field]) =>
      innerFields(field).flatMap(([inner, { readRole, writeRole, starts }]) => [
        ...(readRole || writeRole ? [`${name}.${member}.${inner}: roles are said of ${member} as a whole.`] : []),
        ...(starts
          ? [`${name}.${member}.${inner} is inside another field: give it a default that is written here.`]
          : []),
      ]),
    ),
  ]
}

/** Only columns keep or delete a file's bytes. */
const fileProblems = (resource: AnyResource): string[] => {
  const isFile = ({ kind }: AnyField): boolean => kind === 'image' || kind === 'file'
  const inner = Object.entries(resource.fields as Fields).flatMap(([name, field]) =>
    innerFields(field).map(([member, part]) => [`${name}.${member}`, part] as const),
  )
  const asked = actionsOf(resource).flatMap(([name, { input }]) =>
    Object.entries(input as Fields).map(([member, part]) => [`${name}.${member}`, part] as const),
  )
  return [...inner, ...asked]
    .filter(([, part]) => isFile(part))
    .map(
      ([place, { kind }]) =>
        `${resource.name}.${place}: ${kind === 'image' ? 'a picture' : 'a file'} is kept with a field of the record itself; declare it there.`,
    )
}

/** Sections with one name would share texts. */
const sectionProblems = (resource: AnyResource): string[] => {
  const sections = formSections(resource)
  const names = sections.map(({ name }) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  const sets = sections.flatMap(({ assigns = [] }) => assigns)
  return [
    ...repeated.map(name => `${resource.name}.form has two sections named ${name}: rename one.`),
    ...sets
      .filter(name => !Object.keys(resource.assigns ?? {}).includes(name))
      .map(name => `${resource.name}.form names a related set ${name} that is not in assigns.`),
  ]
}

const formProblems = (resource: AnyResource): string[] => {
  if (resource.screens && formStyle(resource, 'create') === 'own') return []
  const shown = resource.createForm ?? formSections(resource).flatMap(({ fields }) => fields)
  return inputNames(resource)
    .filter(name => (resource.fields as Fields)[name]?.presence === 'required' && !shown.includes(name))
    .map(
      name => `${resource.name}.${name} must be filled in: add it to ${resource.createForm ? 'createForm' : 'form'}.`,
    )
}

/** Path segments that every resource uses. */
const takenSegments = new Set(['usage', 'history', 'tabs', 'sums', 'trash'])

const startProblems = (resource: AnyResource, name: string, { starts = {}, on }: DeclaredAction): string[] =>
  Object.values(starts).flatMap(start => {
    if (typeof start !== 'string') return []
    const place = `${resource.name}.${name} begins with ${start}`
    if (on === 'collection') return [`${place}, and the list as a whole has no fields.`]
    const [from = '', of] = start.split('.')
    const fields = allFields(resource)
    const field = fields[from]
    if (!field) return [`${place}, and there is no field ${from}.${didYouMean(from, Object.keys(fields))}`]
    if (of === undefined) return []
    if (field.kind !== 'reference') return [`${place}, and ${from} leads to no record: it is no reference.`]
    const others = allFields(field.options.to() as AnyResource)
    return others[of] ? [] : [`${place}, and there is no field ${of}.${didYouMean(of, Object.keys(others))}`]
  })

const writtenElsewhereProblems = (place: string, resource: AnyResource, action: DeclaredAction): string[] => {
  const { creates, along, input } = action
  const by = along && (resource.fields as Fields)[along.by]
  const other = along?.of() as AnyResource | undefined
  const made = creates?.of() as AnyResource | undefined
  const isReference = by?.kind === 'reference' && by.options.to().name === other?.name
  const missing =
    made &&
    Object.entries(made.fields as Fields).find(
      ([name, { presence, starts }]) =>
        presence === 'required' &&
        !starts &&
        !(creates && name in creates.with) &&
        !pathParamNames(made.api).includes(name),
    )
  const unmet = Object.keys(along?.if ?? {}).find(name => !input[name])
  const unknown = other && Object.keys(along?.when ?? {}).find(name => !allFields(other)[name])
  return [
    ...(along && !isReference
      ? [
          `${place} changes ${other?.name} along ${along.by}, which is no reference to them.${didYouMean(along.by, referencesTo(other as AnyResource, resource))}`,
        ]
      : []),
    ...(unmet
      ? [
          `${place} changes ${other?.name} by the input ${unmet}, which it does not ask for.${didYouMean(unmet, Object.keys(input))}`,
        ]
      : []),
    ...(unknown && other
      ? [
          `${place} depends on ${other.name}.${unknown}, and there is no such field.${didYouMean(unknown, Object.keys(allFields(other)))}`,
        ]
      : []),
    ...(along && other ? setProblems(place, other, along.sets, { action, record: resource }) : []),
    ...(creates && made
      ? setProblems(place, made, creates.with, { action, record: action.on === 'collection' ? null : resource })
      : []),
    ...(missing
      ? [`${place} creates ${made?.name} without ${missing[0]}, which must be filled in: say with what.`]
      : []),
  ]
}

const actionProblems = (resource: AnyResource): string[] => {
  const fields = { ...(resource.fields as Fields), ...systemFields } as Fields
  return actionsOf(resource).flatMap(([name, action]) => {
    const place = `${resource.name}.${name}`
    const { when, sets, offered, on, input, form, undo, isCoded, along, creates } = action
    const role = actionRole(resource, action)
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return [`${place}: an action’s name is in camel case, such as sendAgain.`]
    if (takenSegments.has(actionSegment(name)) || resource.assigns?.[name])
      return [`${place}: the API has a path of this name already; choose another.`]
    if (on === 'collection' && (offered || Object.keys({ ...when, ...sets }).length > 0))
      return [`${place} is done to the list as a whole: when, offered and sets are for records.`]
    if (on === 'collection' && along) return [`${place} is done to the list as a whole, which refers to no record.`]
    if (action.answers === 'created' && !isCoded && !creates)
      return [`${place} answers the record that it creates, and creates none: say which in creates.`]
    const never = Object.keys(action.asks ?? {}).find(field => !form[field])
    if (never) return [`${place} asks for ${never} of some records, and its form has no such field.`]
    const { conditions = {} } = action
    const speaks = Object.values(conditions).flatMap(condition => Object.keys(condition?.when ?? {}))
    const shown = Object.keys(conditions).filter(field => conditions[field]?.when || !input[field])
    const unasked = [...shown, ...speaks].find(field => !form[field])
    if (unasked) return [`${place} has a condition on ${unasked}, and its form has no such field.`]
    const [badStart] = startProblems(resource, name, action)
    if (badStart) return [badStart]
    const stray = Object.keys(form).find(field => !input[field])
    if (stray) return [`${place} asks for ${stray}, which its input does not take: name it there too.`]
    if (undo && on === 'collection') return [`${place} is done to the list as a whole, and so is not taken back.`]
    if (undo && input.undo) return [`${place}: the API takes undo by itself; give the input another name.`]
    if (undo && !isCoded && (along || creates))
      return [`${place} also writes elsewhere, which its undo does not take back: declare a second action.`]
    if (undo && !isCoded && Object.values(when).some(from => Array.isArray(from) && from.length !== 1))
      return [`${place} leads from several values, so that its undo cannot know which: say isCoded, and write it.`]
    if (undo && !isCoded && Object.keys(undo.sets).length === 0)
      return [`${place} only sets fields, and its undo does not say to what: add sets to it.`]
    const unknown = Object.keys(Object.assign({}, when, sets, undo?.when, ...Object.values(action.asks ?? {}))).find(
      field => !fields[field],
    )
    if (unknown)
      return [`${place} speaks of ${unknown}, and there is no such field.${didYouMean(unknown, Object.keys(fields))}`]
    const hidden = Object.keys(Object.assign({}, when, ...Object.values(action.asks ?? {}))).find(
      field => !mayRead(resource, field, role),
    )
    if (hidden) return [`${place} depends on ${hidden}, which ${role} may not read: give the action a higher role.`]
    const from = Object.keys(when).find(
      field => sets[field] !== undefined && fields[field]?.kind === 'choice' && fields[field]?.writable,
    )
    return [
      ...setProblems(place, resource, sets, { action, record: resource }),
      ...(undo && !isCoded ? setProblems(`${place}: its undo`, resource, undo.sets, { action, record: resource }) : []),
      ...writtenElsewhereProblems(place, resource, action),
      ...(from
        ? [`${place} leads ${from} from value to value: make the field readOnly, or forms could set it at will.`]
        : []),
    ]
  })
}

const screenProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] => {
  const { name, screens, api, fields } = resource
  const [param, ...further] = pathParamNames(api)
  const problems = [
    ...(screens ? [['screens.base', screens.base] as const] : []),
    ['api', api.replaceAll(/\{\w+\}/g, 'x')] as const,
  ].flatMap(([key, path]) =>
    /^(?:\/[\w-]+)+$/.test(path)
      ? []
      : [`${name}: ${key} begins with a slash and ends without one, such as /gift-vouchers.`],
  )
  if (screens && param) problems.push(`${name}: a nested resource is shown on its parent’s page; leave out screens.`)
  if (!screens && !param && !resource.isOnlyCalled)
    problems.push(`${name}: nobody would see it; say where its screens are, such as /${name}.`)
  if (screens || !param) return problems
  const field = (fields as Fields)[param]
  const parent = field?.kind === 'reference' ? all.get(field.options.to().name) : undefined
  if (further.length > 0 || (parent && !parent.screens))
    problems.push(
      `${name}: only one level of nesting has a page to be shown on; refer to ${parent?.name} by a field instead.`,
    )
  else if (parent && formStyle(parent, 'edit') === 'dialog')
    problems.push(
      `${name} is shown on the page of ${parent.name}, which has none: set its screens.form.edit to ‘page’.`,
    )
  return problems
}

/** The first read creates the record. */
const singletonProblems = ({ kind, name, api, fields, partOf }: AnyResource): string[] => {
  if (kind !== 'singleton' || partOf) return []
  return [
    ...(pathParamNames(api).length > 0
      ? [`${name}: a singleton is of a tenant, not of another record; its path has no parameters.`]
      : []),
    ...Object.entries(fields as Fields).flatMap(([field, { presence }]) =>
      presence === 'required'
        ? [`${name}.${field} is made by itself with the others: give it a default in place of required.`]
        : [],
    ),
  ]
}

const partProblems = (part: AnyResource): string[] => {
  const { name, access, partOf: whole } = part
  if (!whole) return []
  const { read, write } = whole.access.ownTenant ?? whole.access
  if (!whole.access.ownTenant && whole.kind !== 'singleton')
    return [
      `${name} is part of ${whole.name}, of which a tenant has many: only the tenant itself and singletons have parts.`,
    ]
  const sections = formSections(part)
  return [
    ...Object.entries(part.fields as Fields)
      .filter(([field, declared]) => (whole.fields as Fields)[field] !== declared)
      .map(([field]) => `${name}.${field} is not what ${whole.name} has: spread ${name}.fields among its fields.`),
    ...Object.entries(whole.conditions ?? {})
      .filter(([field, condition]) => field in part.fields && part.conditions?.[field] !== condition)
      .map(
        ([field]) => `${name}.${field} has other conditions in ${whole.name}: spread ${name}.conditions among its own.`,
      ),
    ...(hasRole(access.read, read)
      ? []
      : [`${name} opens to ${access.read}, who may not read ${whole.name}: say ${read}.`]),
    ...(hasRole(access.write as Role, write)
      ? []
      : [`${name} lets ${access.write} write, and ${whole.name} lets only ${write}: let them write there, too.`]),
    ...(sections.length > 0 ? [] : [`${name}.form has no sections: its page would be empty.`]),
  ]
}

const relatedProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] =>
  (resource.related ?? []).flatMap(({ of, by }) => {
    const other = all.get(of().name)
    const place = `${resource.name}: the related ${of().name}`
    if (!other) return [`${place} are not in ${registry}: add them there.`]
    const field = (other.fields as Fields)[by]
    if (field?.kind !== 'reference' || field.options.to().name !== resource.name)
      return [
        `${place} are said to refer to it by ${by}, which is no reference to ${resource.name}.` +
          didYouMean(by, referencesTo(resource, other)),
      ]
    if (!(other.list.filters ?? []).includes(by))
      return [`${place} cannot be filtered by ${by}: add it to their list.filters.`]
    return resource.screens && formStyle(resource, 'edit') === 'page'
      ? []
      : [`${place} have no page to stand on: set screens.form.edit of ${resource.name} to ‘page’.`]
  })

/** Lists over all parents open records on the parent's page. */
const acrossProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] => {
  const { name, across, api, fields, scope } = resource
  if (!across) return []
  const [param = '', ...further] = pathParamNames(api)
  const field = (fields as Fields)[param]
  const parent = field?.kind === 'reference' ? all.get(field.options.to().name) : undefined
  if (scope !== 'tenant' || further.length > 0 || !parent?.screens || formStyle(parent, 'edit') !== 'page')
    return [`${name}.across: it needs one parent, whose screens.form.edit is ‘page’, on which its records open.`]
  return [
    ...Object.entries(across)
      .filter(([, path]) => !/^(?:\/[\w-]+)+$/.test(path))
      .map(
        ([key, path]) =>
          `${name}.across.${key} is ${path}: it begins with a slash, has no parameters and ends without one.`,
      ),
    ...reservedProblems(acrossParents(resource) as AnyResource),
  ]
}

const doubles = (all: readonly AnyResource[], what: string, of: (resource: AnyResource) => string | undefined) => {
  const owners = new Map<string, string>()
  return all.flatMap(resource => {
    const value = of(resource)
    const owner = value === undefined ? undefined : owners.get(value)
    if (value !== undefined) owners.set(value, resource.name)
    return owner === undefined ? [] : [`${owner} and ${resource.name} have the same ${what}, ${value}: change one.`]
  })
}

/** Mistakes that the compiler cannot see, each with its remedy. */
export const declarationProblems = (declared: readonly AnyResource[]): string[] => {
  const { all: resources } = createRegistry(declared)
  const all = new Map(resources.map(resource => [resource.name, resource]))
  const lists = resources.flatMap(resource => acrossParents(resource) ?? [])
  return [
    ...doubles(resources, 'name', ({ name }) => name),
    ...doubles(resources, 'label', ({ label }) => label[0]),
    ...doubles([...declared, ...lists], 'api', ({ api }) => api),
    ...doubles([...resources, ...lists], 'screens.base', ({ screens }) => screens?.base),
    ...resources
      .filter(({ name }) => !/^[a-z][A-Za-z0-9]*$/.test(name))
      .map(({ name }) => `${name}: a resource’s name is in camel case, such as giftVouchers.`),
    ...resources
      .filter(({ renamedFrom }) => renamedFrom !== undefined && all.has(renamedFrom))
      .map(
        ({ name, renamedFrom }) =>
          `${name} is renamed from ${renamedFrom}, which is still there: rename one at a time.`,
      ),
    ...resources.flatMap(resource => [
      ...fieldProblems(resource, all),
      ...reservedProblems(resource),
      ...nameProblems(resource),
      ...valueProblems(resource),
      ...rangeProblems(resource),
      ...optionProblems(resource),
      ...derivedProblems(resource),
      ...boundProblems(resource, all),
      ...tabProblems(resource),
      ...viewProblems(resource),
      ...pathProblems(resource, all),
      ...rowProblems(resource, all),
      ...referenceProblems(resource, all),
      ...readProblems(resource),
      ...fileProblems(resource),
      ...sectionProblems(resource),
      ...formProblems(resource),
      ...actionProblems(resource),
      ...relatedProblems(resource, all),
      ...screenProblems(resource, all),
      ...singletonProblems(resource),
      ...partProblems(resource),
      ...acrossProblems(resource, all),
      ...setupProblems(resource, all),
    ]),
  ]
}
