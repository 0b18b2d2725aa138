import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely'

/** Translates each name of a result once, whatever its rows, and leaves the values alone. */
class NamesOnce extends CamelCasePlugin {
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

/** Names are camelCase here and snake_case in SQL. */
export const plugins = [new NamesOnce()]
