import { removeData, startServer } from './server'

/** Makes the demo data once. Each server copies it, in a tenth of the time. */
export default async () => {
  const server = await startServer()
  await server.stop()
  process.env.E2E_DATA = server.dataDir
  return () => removeData(server.dataDir)
}
