import { CamelCasePlugin } from 'kysely'

/** Names are camelCase here and snake_case in SQL. */
export const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
