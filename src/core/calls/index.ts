/** The calls of machine records beyond CRUD (docs/architecture.md#calls). */
export * as coreCalls from './subjects'
