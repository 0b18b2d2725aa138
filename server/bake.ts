// Build entry that prepares the embedded database's initial state.
export { bakedDatabase } from './db/bakedDatabase'
