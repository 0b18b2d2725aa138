import {
  CamelCasePlugin,
  type Dialect,
  type Driver,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

class NamesOnce extends CamelCasePlugin {
  /** The plugin would copy every statement's tree; the compiler writes the names instead. */
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  columnOf(name: string): string {
    return this.snakeCase(name)
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first) return result
    const names = Object.keys(first).map(name => ({ name, own: this.camelCase(name) }))
    const rows = result.rows.map(row => {
      const renamed: UnknownRow = {}
      for (const { name, own } of names) renamed[own] = row[name]
      return renamed
    })
    return { ...result, rows }
  }
}

const names = new NamesOnce()

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.columnOf(name))
  }
}

export const sqlOn = (createDriver: () => Driver) => ({
  dialect: {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new SnakeCaseCompiler(),
  } satisfies Dialect,
  plugins: [names],
})
