/** Each statement of an online migration ends with a line. */
export const onlineMark =
  '-- Runs while others read and write: each statement for itself, and again after an interruption.'

const batch = '/* batch */ true'

export type Step =
  | { kind: 'fill'; table: string; tables: readonly string[]; sql: string }
  | { kind: 'index'; name: string; sql: string }
  | { kind: 'statement'; sql: string }

export const isOnline = (text: string): boolean => text.startsWith(onlineMark)

const fillMark = '-- In batches, past the row-level security of '

/** @param sources other tables that it reads */
export const fillSql = (table: string, sources: readonly string[], set: string, condition?: string): string => {
  const tables = Array.from(new Set([table, ...sources])).sort()
  return `${fillMark}${tables.join(', ')}:\nupdate ${table} set ${set} where ${batch}${condition ? ` and (${condition})` : ''}`
}

const withoutComments = (statement: string): string =>
  statement
    .split('\n')
    .filter(line => !line.startsWith('--'))
    .join('\n')
    .trim()

const stepOf = (statement: string): Step[] => {
  const sql = withoutComments(statement)
  if (!sql) return []
  const [, tables] = new RegExp(`^${fillMark}(.*):$`, 'm').exec(statement) ?? []
  const [, table] = /^update (\w+) /.exec(sql) ?? []
  if (tables && table) return [{ kind: 'fill', table, tables: tables.split(', '), sql }]
  const [, name] = /^create (?:unique )?index concurrently (\w+) /.exec(sql) ?? []
  return [name ? { kind: 'index', name, sql } : { kind: 'statement', sql }]
}

export const stepsOf = (text: string): Step[] => text.split(/;\n/).flatMap(stepOf)

const withoutNumber = (name: string): string => name.replace(/\/\d+_/, '/')

/**
 * Columns that the first of two files adds, such as `public.things.title`. The previous version does not know them when
 * the second, online one runs.
 */
export const addedBefore = (name: string, texts: Readonly<Record<string, string>>): Set<string> => {
  const names = Object.keys(texts)
  const first = names[names.indexOf(name) - 1] ?? ''
  if (withoutNumber(name) !== `${withoutNumber(first)}_online`) return new Set()
  const added = (texts[first] ?? '').matchAll(/^alter table (\w+) add column (\w+) /gm)
  return new Set(Array.from(added, ([, table, column]) => `public.${table}.${column}`))
}

export const inBatch = (sql: string, rows: string): string => sql.replace(batch, rows)

/** Changes existing rows, not their version. Row-level security also binds the owner. */
export const filled = (tables: readonly string[], update: string): string[] => [
  `select set_config('slotwise.deriving', 'on', true)`,
  ...tables.map(table => `alter table ${table} no force row level security`),
  update,
  ...tables.map(table => `alter table ${table} force row level security`),
  `select set_config('slotwise.deriving', 'off', true)`,
]

export const inTransaction = (text: string): string => {
  if (!isOnline(text)) return text
  const statements = stepsOf(text).flatMap(step =>
    step.kind === 'fill'
      ? filled(step.tables, step.sql)
      : [step.sql.replace(/^((?:create (?:unique )?|drop )index) concurrently /, '$1 ')],
  )
  return statements.map(sql => `${sql};\n`).join('')
}
