import { hasRole, type Role } from '../access'
import type { AnyField, Fields } from '../field'
import type { AnyResource } from '../resource'
import { allRulesOf, openingsOf, ownedBy, type RowRule, rulesOf, targetOfMember } from '../rows'
import { checkValue } from '../validation'
import { didYouMean } from './didYouMean'

type All = ReadonlyMap<string, AnyResource>

const referencesOf = (resource: AnyResource | undefined, target: string): string[] =>
  Object.entries((resource?.fields ?? {}) as Fields).flatMap(([name, field]) =>
    field.kind === 'reference' && !field.computed && field.options.to().name === target ? name : [],
  )

const storedField = (resource: AnyResource, name: string): AnyField | null => {
  const field = (resource.fields as Fields)[name]
  return field && !field.computed ? (field as AnyField) : null
}

const isOwned = (all: All, target: string): boolean =>
  [all.get('memberships'), all.get('apiKeys')].some(owner => referencesOf(owner, target).length > 0)

const ruleProblem = (resource: AnyResource, rule: RowRule, all: All): string | null => {
  const place = `${resource.name}.rows`
  const unknown = (name: string): string | null =>
    storedField(resource, name)
      ? null
      : `${place} speaks of ${name}, and there is no such stored field.${didYouMean(name, Object.keys(resource.fields))}`
  switch (rule.rule) {
    case 'mine': {
      const target = targetOfMember(resource, rule.field)?.name ?? ''
      if (unknown(rule.field)) return unknown(rule.field)
      return ['users', 'memberships'].includes(target)
        ? null
        : `${place} says mine of ${rule.field}, which is no reference to users or memberships.`
    }
    case 'own': {
      const target = ownedBy(resource, rule)
      if (!rule.linked && !resource.assigns?.[rule.field] && unknown(rule.field)) return unknown(rule.field)
      if (!target) return `${place} says own of ${rule.field}, which leads to no other records.`
      return isOwned(all, target)
        ? null
        : `${place} says own of ${rule.field}, and nobody owns ${target}: give memberships or apiKeys a reference to them.`
    }
    case 'is': {
      const field = storedField(resource, rule.field)
      if (!field) return unknown(rule.field)
      const wrong = rule.values.find(value => 'problem' in checkValue(field.schema, value))
      return wrong === undefined ? null : `${place} says that ${rule.field} is ${wrong}, which it cannot be.`
    }
    case 'along': {
      if (storedField(resource, rule.field)?.kind !== 'reference')
        return unknown(rule.field) ?? `${place} goes along ${rule.field}, which is no reference.`
      const isFurther = (one: RowRule): boolean =>
        one.rule === 'any' || one.rule === 'all'
          ? one.of.some(isFurther)
          : one.rule === 'along' || one.rule === 'referred'
      return isFurther(rule.then) ? `${place} goes more than one step along ${rule.field}.` : null
    }
    case 'referred': {
      const other = all.get(rule.of().name)
      const known = referencesOf(other, resource.name)
      return known.includes(rule.by)
        ? null
        : `${place} asks for ${rule.of().name} by ${rule.by}, which is no reference to ${resource.name}.${didYouMean(rule.by, known)}`
    }
    case 'setting': {
      const tenants = all.get('tenants')
      return (tenants?.fields as Fields | undefined)?.[rule.name]?.kind === 'flag'
        ? null
        : `${place} asks for the setting ${rule.name}, and tenants have no such flag.${didYouMean(rule.name, Object.keys(tenants?.fields ?? {}))}`
    }
    case 'hasNone':
      return isOwned(all, rule.resource)
        ? null
        : `${place} asks who owns ${rule.resource}, and nobody does: give memberships or apiKeys a reference to them.`
    default:
      return null
  }
}

/** Other tables that decide on this one's rows. */
const readFor = (resource: AnyResource): string[] =>
  rulesOf(resource).flatMap(([of, rule]) => {
    if (rule.rule === 'along') return targetOfMember(of, rule.field)?.name ?? []
    return rule.rule === 'referred' && rule.isWanted ? rule.of().name : []
  })

const isCircular = (resource: AnyResource, all: All): boolean => {
  const seen = new Set<string>()
  const next = readFor(resource)
  for (let name = next.pop(); name; name = next.pop()) {
    if (name === resource.name) return true
    if (seen.has(name)) continue
    seen.add(name)
    next.push(...readFor(all.get(name) as AnyResource))
  }
  return false
}

/** Openings of open fields, and openings that never hold. */
const openingProblems = (resource: AnyResource): string[] =>
  Object.entries(resource.rows?.opens ?? {}).flatMap(([name, opening = {}]) => {
    const place = `${resource.name}.rows.opens.${name}`
    const field = (resource.fields as Fields)[name]
    if (!field) return [`${place}: there is no such field.${didYouMean(name, Object.keys(resource.fields))}`]
    if (resource.kind === 'singleton') return [`${place}: fields of a singleton go by roles alone.`]
    return [
      ...(opening.read && !field.readRole
        ? [`${place}.read: ${name} has no readRole: everybody reads it already.`]
        : []),
      ...(opening.write && !field.writeRole
        ? [`${place}.write: ${name} has no writeRole: whoever reads it may write it already.`]
        : []),
    ]
  })

/** A field with which somebody below the role can make the rule hold. */
const opener = (of: AnyResource, rule: RowRule, role: Role): string | null => {
  const setBelow = (resource: AnyResource, name: string): string | null => {
    const { write } = resource.access
    const field = (resource.fields as Fields)[name]
    if (write === 'nobody' || (field ? !field.writable : !resource.assigns?.[name])) return null
    const isBelow = (needed: Role) => !hasRole(needed, role)
    // Immutable fields are set while there is nothing to open.
    const isSet = isBelow(write) && isBelow(field?.writeRole ?? write) && (resource !== of || !field?.immutable)
    return isSet || resource.rows?.opens?.[name]?.write ? `${resource.name}.${name}` : null
  }
  switch (rule.rule) {
    case 'any':
      return rule.of.map(one => opener(of, one, role)).find(name => name !== null) ?? null
    case 'all': {
      const asked = rule.of.filter(one => !['role', 'setting', 'hasNone'].includes(one.rule))
      const found = asked.map(one => opener(of, one, role))
      return found.includes(null) ? null : (found[0] ?? null)
    }
    case 'mine':
    case 'is':
      return setBelow(of, rule.field)
    case 'own':
      return rule.linked ? null : setBelow(of, rule.field)
    case 'along': {
      const target = targetOfMember(of, rule.field) as AnyResource | null
      return setBelow(of, rule.field) ?? (target && opener(target, rule.then, role))
    }
    case 'referred':
      return rule.isWanted ? setBelow(rule.of() as AnyResource, rule.by) : null
    default:
      return null
  }
}

const selfOpenings = (resource: AnyResource): string[] =>
  openingsOf(resource).flatMap(({ name, use, rule }) => {
    const field = (resource.fields as Fields)[name]
    const role = use === 'read' ? field?.readRole : field?.writeRole
    const by = role ? opener(resource, rule, role) : null
    return by
      ? `${resource.name}.rows.opens.${name}.${use} asks ${by}, which roles below ${role} write, so that they open it themselves: make that readOnly and let an action set it, or give it the writeRole ${role}.`
      : []
  })

export const rowProblems = (resource: AnyResource, all: All): string[] => {
  if (!resource.rows) return []
  if (resource.scope !== 'tenant')
    return [`${resource.name}.rows: its records are above tenants, where only superusers read and write.`]
  const problems = [
    ...openingProblems(resource),
    ...allRulesOf(resource).flatMap(([of, rule]) => ruleProblem(of, rule, all) ?? []),
  ]
  if (problems.length > 0) return [...new Set(problems)]
  const opened = selfOpenings(resource)
  if (opened.length > 0) return opened
  return isCircular(resource, all)
    ? [`${resource.name}.rows depend on other records whose rows depend on these: let one of them go.`]
    : []
}
