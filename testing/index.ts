/** The face of the tests: what holds for every entity of a product (docs/adding-an-entity.md#testing-it). */
export { openApi, type Person } from './api'
export { describeEveryEntity } from './describeEveryEntity'
