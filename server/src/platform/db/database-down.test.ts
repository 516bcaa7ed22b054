import { connect, createServer, type Server, type Socket } from 'node:net'
import { getBalance } from '@bitquay/contract/balances'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addMerchant, ask, signInAs } from '../../../test/people.ts'
import { createApp } from '../../app.ts'
import { createDeps } from '../../create-deps.ts'
import { connectDatabase, type Database } from './connect.ts'
import { toApiError } from './constraints.ts'

/** A database that can go away: what leads to it is cut while the server runs. */
let app: TestApp
let proxy: Server
let database: Database
let token: string
let isSilent = false
const sockets = new Set<Socket>()
let server: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await startTestApp()
  token = await signInAs(app, await addMerchant(app))
  const target = new URL(app.databaseUrl)
  proxy = createServer((client) => {
    sockets.add(client.on('error', () => undefined))
    if (isSilent) return
    const upstream = connect(Number(target.port), target.hostname).on('error', () => client.destroy())
    sockets.add(upstream)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(app.databaseUrl)
  url.port = String((proxy.address() as { port: number }).port)
  database = connectDatabase(url.href, { maxConnections: 2, readLimitMs: 500 })
  const { config, engine } = app.deps
  server = await createApp(createDeps(config, database.db, engine))
  await server.ready()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
  await database.close()
  await app.close()
})

const readBalance = () => ask({ ...app, app: server }, getBalance, { token })
const unavailable = { status: 503, body: { code: 'unavailable' } }

test('a signed-in call gets 503 while the database answers nothing, is cut off or gone', async () => {
  expect(await readBalance()).toMatchObject({ status: 200 })
  for (const socket of sockets) socket.pause()
  isSilent = true
  for (const socket of sockets) socket.unpipe()
  expect(await readBalance()).toMatchObject(unavailable)
  await new Promise((resolve) => {
    proxy.close(resolve)
    for (const socket of sockets) socket.destroy()
  })
  expect(await readBalance()).toMatchObject(unavailable)
  expect(await readBalance()).toMatchObject(unavailable)
})

test.each([
  { code: 'ENOTFOUND' },
  { code: 'EAI_AGAIN' },
  { code: 'EHOSTUNREACH' },
  { code: '08P01', message: 'pgbouncer cannot connect to server' },
  { code: '25006', message: 'cannot execute INSERT in a read-only transaction' },
  { message: 'timeout exceeded when trying to connect' },
])('a database that can’t be used is unavailable: %j', (error) => {
  expect(toApiError(error)).toMatchObject({ code: 'unavailable', status: 503 })
})

test('a mistake of ours stays an error', () => {
  expect(toApiError(new TypeError('x is not a function'))).toBeUndefined()
  expect(toApiError({ code: '42703', message: 'column does not exist' })).toBeUndefined()
})
