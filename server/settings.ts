import { readFileSync } from 'node:fs'
import { distance } from 'fastest-levenshtein'
import * as z from 'zod'

export type Environment = Readonly<Record<string, string | undefined>>

/** A subject's settings, made by `settings`. */
export interface Settings<T> {
  names: readonly string[]
  defaults: Readonly<Record<string, unknown>>
  /** @throws with one line per wrong variable */
  read: (environment: Environment) => T
}

const present = (environment: Environment): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])))

/**
 * Reads environment variables by a zod schema. An empty variable counts as unset.
 * @throws with one line per wrong variable
 */
export const readVariables = <T>(schema: z.ZodType<T>, environment: Environment): T => {
  const result = schema.safeParse(present(environment))
  if (result.success) return result.data
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'))
}

/**
 * A subject's own settings.
 *
 * @example
 * settings: settings({ HOLDS_PER_NETWORK: wholeNumber(5) }, value => ({ holds: value.HOLDS_PER_NETWORK }))
 */
export const settings = <S extends z.ZodRawShape, T>(
  shape: S,
  make: (values: z.output<z.ZodObject<S>>) => T,
): Settings<T> => {
  const schema = z.object(shape)
  return {
    names: Object.keys(shape),
    defaults: schema.parse({}),
    read: environment => make(readVariables(schema, environment)),
  }
}

export const joinSettings = <T extends object>(all: readonly Settings<Partial<T>>[]): Settings<T> => ({
  names: all.flatMap(({ names }) => names),
  defaults: Object.assign({}, ...all.map(({ defaults }) => defaults)),
  read: environment => {
    const read: Partial<T>[] = []
    const problems = problemsOf(all.map(each => () => read.push(each.read(environment))))
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return Object.assign({}, ...read)
  },
})

/** Other programs' variables share these words by chance. */
const commonWords = new Set(['ALLOWED', 'API', 'HOST', 'LOG', 'MAIN', 'MAX', 'PORT', 'PRODUCT', 'PUBLIC', 'SESSION'])

const firstWord = (name: string): string => name.split('_', 1)[0] ?? ''

/** Kubernetes sets these for each service: `SMTP_SERVICE_HOST`, `SMTP_PORT_25_TCP`. */
const isServiceLink = (name: string, value: string): boolean =>
  /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)/.test(name) || /^(?:tcp|udp):\/\//.test(value)

const nearest = (name: string, names: readonly string[]): { name: string; slips: number } => {
  const [best = { name: '', slips: Number.POSITIVE_INFINITY }] = names
    .map(each => ({ name: each, slips: distance(name, each) }))
    .sort((a, b) => a.slips - b.slips)
  return best
}

export const strayVariables = (environment: Environment, names: readonly string[]): string[] => {
  const known = new Set(names)
  const ignored = new Set((environment.IGNORED_VARIABLES ?? '').split(',').map(name => name.trim()))
  const ours = new Set(names.map(firstWord).filter(word => !commonWords.has(word)))
  return Object.entries(present(environment)).flatMap(([name, value]) => {
    if (known.has(name) || ignored.has(name) || isServiceLink(name, value)) return []
    const { name: meant, slips } = nearest(name, names)
    const isSlip = slips <= (name.length < 8 ? 1 : 2)
    const isOurs = name.includes('_') && ours.has(firstWord(name))
    if (!isSlip && !isOurs) return []
    return [`${name} is not a setting. Did you mean ${meant}? IGNORED_VARIABLES=${name} if it is another program's.`]
  })
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

/** Reads `NAME_FILE` for each secret, as container platforms supply them. @throws with one line per wrong variable */
export const withFiles = (environment: Environment, secrets: readonly string[]): Environment => {
  const problems: string[] = []
  const read: Record<string, string> = {}
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]
    if (!file) continue
    if (environment[name]) problems.push(`${name}_FILE is set, and ${name} too: keep one of them`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
      if (read[name] === '') problems.push(`${name}_FILE names an empty file: ${file}`)
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      problems.push(`${name}_FILE cannot be read: ${unreadable[code] ?? code}: ${file}`)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { ...environment, ...read }
}

export const problemsOf = (checks: readonly (() => unknown)[]): string[] =>
  checks.flatMap(check => {
    try {
      check()
      return []
    } catch (error) {
      return (error as Error).message.split('\n')
    }
  })

/** `postgres://app:secret@db/x` → `postgres://app:•••@db/x` */
export const masked = (name: string, text: string): string => {
  if (!URL.canParse(text)) return /KEY|TOKEN|PASSWORD|SECRET/.test(name) ? '•••' : text
  return text.replace(/^([a-z+]+:\/\/[^:@/]*):[^@/]*@/i, '$1:•••@').replace(/([?&]password=)[^&]*/, '$1•••')
}
