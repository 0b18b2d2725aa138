// Entry point for the build, which prepares the embedded database's initial state.
export { bakedDatabase } from './db/bakedDatabase'
