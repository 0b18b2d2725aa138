/** The face of the tests: what holds for every entity of a product (docs/adding-an-entity.md#testing-it). */
export { openApi, type Person, type TestApi } from './api'
export { describeEveryEntity, type EveryEntityOptions } from './describeEveryEntity'
