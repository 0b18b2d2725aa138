#!/usr/bin/env node
// Runs the commands of the product that `slotwise.config.ts` in the working directory describes.
import { register } from 'tsx/esm/api'

register()
const { runCommand } = await import('../scripts/commands/index.ts')
await runCommand(process.argv.slice(2))
