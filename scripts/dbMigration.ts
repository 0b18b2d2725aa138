// `npm run db:migration`
import { runCommand } from './commands'

await runCommand(['migration', ...process.argv.slice(2)])
