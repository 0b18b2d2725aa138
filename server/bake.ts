// Build entry: prepares the embedded database's initial state.
export { bakedDatabase } from './db/bakedDatabase'
