/** The calls beyond CRUD (docs/architecture.md#calls). */
export * as calls from './subjects'
