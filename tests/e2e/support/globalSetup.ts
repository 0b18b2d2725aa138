import { removeData, startServer } from './server'

/** Makes the demo data once: every server of the tests begins with a copy of it, which takes a tenth of the time. */
export default async () => {
  const server = await startServer()
  await server.stop()
  process.env.E2E_DATA = server.dataDir
  return () => removeData(server.dataDir)
}
