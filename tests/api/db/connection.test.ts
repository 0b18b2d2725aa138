import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { batchWrites } from '../../../server/db/connection'
import { describeOnPostgres } from '../support/describeOnDatabase'

const transaction = ['begin', 'select 1', 'commit']

describeOnPostgres('Batched writes', use => {
  /** Sends statements together and counts their packets. */
  const packetsOf = async (
    statements: readonly string[],
    prepare: (client: pg.PoolClient) => void,
  ): Promise<number> => {
    const client = await use().owner.connect()
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
    let packets = 0
    const { _write, _writev } = stream
    stream._write = (...args) => {
      packets++
      _write.apply(stream, args)
    }
    stream._writev = (...args) => {
      packets++
      _writev?.apply(stream, args)
    }
    try {
      prepare(client)
      await Promise.all(statements.map(statement => client.query(statement)))
      return packets
    } finally {
      Object.assign(stream, { _write, _writev })
      client.release()
    }
  }

  test('what is sent in one turn is one packet, and would otherwise be several', async () => {
    expect(await packetsOf(transaction, () => {})).toBeGreaterThan(1)
    expect(await packetsOf(transaction, batchWrites)).toBe(1)
  })

  test('a client without the socket that is looked for is refused', () => {
    expect(() => batchWrites({} as pg.ClientBase)).toThrow(TypeError)
  })
})
