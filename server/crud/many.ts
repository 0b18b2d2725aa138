import { dependsOnLinks } from '../db/rowRules'
import type { UnitOfWork } from '../http/unitOfWork'
import { attempt } from './bulk'
import { requireRoom } from './checks'
import { remembering } from './requireActive'
import type { Scope } from './scope'
import { valuesToCreate } from './single'
import { insertMany } from './write'

export interface Draft {
  id: string
  input: Readonly<Record<string, unknown>>
}

const canBeJudgedTogether = ({ resource, hooks }: Scope): boolean =>
  !hooks.writes &&
  !hooks.columns &&
  !resource.rows &&
  !dependsOnLinks(resource) &&
  (!hooks.check || hooks.checksReferred === true)

/**
 * Creates many records, with every check, in few statements.
 * @returns false, with nothing written, if one is refused or they must be created one by one
 */
export const createRecords = async (unit: UnitOfWork, scope: Scope, drafts: readonly Draft[]): Promise<boolean> => {
  if (drafts.length < 2 || !canBeJudgedTogether(scope)) return false
  const problem = await attempt(unit, scope, async () => {
    const judging = remembering(unit)
    const rows: Record<string, unknown>[] = []
    for (const { id, input } of drafts) rows.push({ ...(await valuesToCreate(judging, scope, input)), id })
    await requireRoom(unit, scope, rows.length)
    await insertMany(unit, scope, rows)
  })
  return problem === null
}
