/** The machine's calls beyond CRUD (docs/architecture.md#calls). */
export * as coreCalls from './subjects'
