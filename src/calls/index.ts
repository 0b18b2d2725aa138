/** The calls beyond CRUD, by subject (docs/architecture.md#calls). */
export * as calls from './subjects'
