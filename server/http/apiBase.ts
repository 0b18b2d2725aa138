export { apiBase } from '../../src/schema'
