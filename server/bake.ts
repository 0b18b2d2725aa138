// The build's way to the prepared first state of the embedded database.
export { bakedDatabase } from './db/bakedDatabase'
