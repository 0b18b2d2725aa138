import { isPostgresInstalled } from '../api/support/localPostgres'
import { runHistory } from '../faults/history'
import { expect, test } from './support/test'

test('a random history at two servers, which are hurt meanwhile, breaks no promise', async () => {
  test.skip(!isPostgresInstalled(), 'There is no PostgreSQL server here.')
  test.setTimeout(240_000)
  const { ended, faults, broken } = await runHistory({ seed: 1, ops: 150 })
  expect(broken).toEqual([])
  expect(ended.done).toBeGreaterThan(20)
  expect(Object.keys(faults)).not.toEqual([])
})
