/** The calls of the machine’s records beyond CRUD (docs/architecture.md#calls). */
export * as coreCalls from './subjects'
