// Checks import directions between the floors. Fails if it read nothing.
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import config from '../.dependency-cruiser.cjs'

process.chdir(path.resolve(import.meta.dirname, '..'))
const { output } = await cruise(
  ['src', 'server', 'scripts'],
  { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
)
if (typeof output === 'string' || output.modules.length < 50)
  throw new Error('The floors were not read: fewer than 50 modules.')
const { violations, totalCruised } = output.summary
for (const { rule, from, to } of violations) process.stdout.write(`${rule.name}: ${from} → ${to}\n`)
process.stdout.write(`${totalCruised} modules, ${violations.length} violations\n`)
process.exit(violations.length === 0 ? 0 : 1)
