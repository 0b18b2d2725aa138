import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { attemptMail } from '../../../server/mails/attemptMail'
import { createTransport } from '../../../server/mails/transport'

const mail = { to: 'ada@example.com', sender: 'Us', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

test('a mail server that drips its answers keeps neither the mail nor the connection when it is given up', async () => {
  const server = net.createServer(socket => {
    socket.on('error', () => {})
    socket.write('220 drips\r\n')
    // No silence is long enough for a timeout of the socket.
    const drip = setInterval(() => socket.write('250-drip\r\n'), 20)
    socket.once('close', () => clearInterval(drip))
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const smtpUrl = `smtp://127.0.0.1:${port}`
  const transport = createTransport({ smtpUrl, from: 'us@example.com', folder: '', log: () => {}, logLinks: false })
  const hurry = new AbortController()

  const connected = once(server, 'connection')
  const attempting = attemptMail(transport, mail, { hurry: hurry.signal, retry: 30 })
  const [socket] = (await connected) as [net.Socket]
  // Not `once` of Node.js, which fails with an error of the socket, such as a reset.
  const closed = new Promise(resolve => socket.once('close', resolve))
  await once(socket, 'data')
  hurry.abort()
  expect(await attempting).toBeNull()
  await closed
  transport.close()
  await new Promise(resolve => server.close(resolve))
})

test('a mailer that cannot be loaded is loaded with the next mail', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-mails-'))
  const transport = createTransport({
    smtpUrl: undefined,
    from: 'us@example.com',
    folder,
    log: () => {},
    logLinks: false,
  })
  vi.resetModules()
  vi.doMock('nodemailer', () => {
    throw new Error('too many open files')
  })
  const sending = transport.send(mail)
  transport.close()
  await expect(sending).rejects.toThrow()
  vi.doUnmock('nodemailer')
  await transport.send(mail)
  expect(await readdir(folder)).toHaveLength(1)
  transport.close()
  await rm(folder, { recursive: true })
})
