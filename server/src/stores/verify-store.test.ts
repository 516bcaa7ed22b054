import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BtcpayClient, createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { neededRights, type StoreDetails, verifyStore } from './verify-store.ts'

/** The platform's engine, and another BTCPay that a merchant runs. */
let own: TestEngine
let engine: TestEngine
let server: TestApp
let admin: BtcpayClient
let storeId: string
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  own = await startTestEngine()
  engine = await startTestEngine()
  server = await startTestApp({ ENGINE_ALLOW_HOSTS: '127.0.0.1' }, own.engine)
  admin = createBtcpayClient({
    url: engine.engine.url,
    auth: { apiKey: engine.engine.apiKey },
    transport: { policy: { allowPrivate: true } },
  })
  storeId = await newStore()
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await admin.close()
  await server.close()
  await engine.close()
  await own.close()
})

const newStore = async ({ wallet = true, lightning = true } = {}) => {
  const { id } = unwrap(await admin.stores.create({ name: 'Merchant' }))
  if (wallet) unwrap(await admin.wallet.generate(id, { savePrivateKeys: true }))
  if (lightning) unwrap(await admin.paymentMethods.put(id, 'BTC-LN', { enabled: true, config: 'Internal Node' }))
  return id
}
const allRights = [...neededRights, 'btcpay.store.canuselightningnode']
const keyFor = async (id: string, rights: readonly string[] = allRights) =>
  unwrap(await admin.keys.create({ label: 'Merchant', permissions: rights.map((right) => `${right}:${id}`) })).apiKey
const detailsOf = async (changed: Partial<StoreDetails> = {}): Promise<StoreDetails> => ({
  btcpayServerUrl: engine.engine.url,
  btcpayStoreId: storeId,
  btcpayApiKey: await keyFor(changed.btcpayStoreId ?? storeId),
  ...changed,
})
const objection = async (changed: Partial<StoreDetails>, app = server, timeoutMs = 2000): Promise<string> => {
  const outcome = await verifyStore(app.deps, await detailsOf(changed), { timeoutMs }).catch((error: unknown) => error)
  expect(outcome).toMatchObject({ code: 'store-not-usable', status: 422 })
  return (outcome as Error).message
}
/** A server of another type on a free port. */
const serve = async (listener: RequestListener) => {
  const http = createServer(listener)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    http.closeAllConnections()
    return new Promise((resolve) => http.close(resolve))
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

test('valid details are accepted, whatever the spelling of the address', async () => {
  const details = await detailsOf({ btcpayServerUrl: ` ${engine.engine.url}/ ` })
  expect(await verifyStore(server.deps, details)).toEqual({
    serverUrl: engine.engine.url,
    storeId,
    apiKey: details.btcpayApiKey,
    storeName: 'Merchant',
    // The internal node of a server that is not ours: we do not hold its money.
    lightning: 'own',
  })
  const plain = await newStore({ lightning: false })
  expect(await verifyStore(server.deps, await detailsOf({ btcpayStoreId: plain }))).toMatchObject({ lightning: 'none' })
})

test('the node of the platform’s own server is the shared one, and any other node is the merchant’s', async () => {
  const operator = server.deps.engines.platform
  const { id } = unwrap(await operator.stores.create({ name: 'On our server' }))
  unwrap(await operator.wallet.generate(id, { savePrivateKeys: true }))
  unwrap(await operator.paymentMethods.put(id, 'BTC-LN', { enabled: true, config: 'Internal Node' }))
  const permissions = allRights.map((right) => `${right}:${id}`)
  const { apiKey } = unwrap(await operator.keys.create({ label: 'x', permissions }))
  const details = { btcpayServerUrl: own.engine.url, btcpayStoreId: id, btcpayApiKey: apiKey }
  expect(await verifyStore(server.deps, details)).toMatchObject({ lightning: 'shared' })

  await own.control.lightning({ node: 'harbour', create: {} })
  const connection = { connectionString: 'type=sandbox;node=harbour' }
  unwrap(await operator.paymentMethods.put(id, 'BTC-LN', { enabled: true, config: connection }))
  expect(await verifyStore(server.deps, details)).toMatchObject({ lightning: 'own' })
  await own.control.lightning({ node: 'harbour', down: true })
  const down = await verifyStore(server.deps, details).catch((error: Error) => error.message)
  expect(down).toBe('Couldn’t reach the Lightning node of this store. Start it, or turn off Lightning in the store.')
})

test('another server that claims our node is not believed, because we do not hold what is paid there', async () => {
  const { engines } = server.deps
  const { probe } = engines
  const ours = unwrap(await engines.platform.serverLightning.node())
  engines.probe = (connection) => {
    const client = probe(connection)
    return { ...client, lightning: { ...client.lightning, node: async () => ({ kind: 'ok', value: ours }) as never } }
  }
  try {
    expect(await verifyStore(server.deps, await detailsOf())).toMatchObject({ lightning: 'own' })
  } finally {
    engines.probe = probe
  }
})

test.each<[string, string]>([
  ['btcpay', 'The server address must be a URL like https://btcpay.example.com.'],
  ['ftp://btcpay.example.com', 'The server address must start with https://.'],
  ['https://me:secret@btcpay.example.com', 'The server address can’t contain a user name or password.'],
  ['https://btcpay.example.com/?a=b', 'The server address can’t contain ? or #.'],
  ['http://btcpay.example.com', 'The server address must start with https://, so that the API key is sent encrypted.'],
  [
    'https://192.168.1.7',
    '192.168.1.7 is an internal address. Use a public address, or ask the operator to allow this one.',
  ],
  [
    'https://169.254.169.254/latest',
    '169.254.169.254 is an internal address. Use a public address, or ask the operator to allow this one.',
  ],
  ['https://no-such-host.invalid', 'Couldn’t find a server named no-such-host.invalid. Check the address for typos.'],
])('the address %s', async (btcpayServerUrl, sentence) => {
  expect(await objection({ btcpayServerUrl })).toBe(sentence)
})

test('a server that is not a BTCPay gets its own message', async () => {
  const page = await serve((_request, response) => response.end('<html>Welcome</html>'))
  const missing = await serve((_request, response) => response.writeHead(404).end())
  const silent = await serve(() => undefined)
  const broken = await serve((_request, response) => response.writeHead(500).end())
  const moved = await serve((_request, response) =>
    response.writeHead(301, { location: 'https://new.example.com/secret' }).end(),
  )
  const catchingUp = await serve((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"synchronized":false}'),
  )
  const host = (url: string) => new URL(url).host
  const said = (btcpayServerUrl: string) => objection({ btcpayServerUrl }, server, 300)
  expect(await said(page)).toBe(`${host(page)} isn’t a BTCPay Server.`)
  expect(await said(missing)).toBe(`${host(missing)} isn’t a BTCPay Server (status 404).`)
  expect(await said(silent)).toBe(`The server at ${host(silent)} didn’t respond in time. Try again later.`)
  expect(await said(broken)).toBe(`The server at ${host(broken)} returned an error (status 500). Try again later.`)
  expect(await said(moved)).toBe(
    `The server at ${host(moved)} can’t be used: it redirects to https://new.example.com. Enter that address instead.`,
  )
  expect(await said(catchingUp)).toBe(
    `The BTCPay Server at ${host(catchingUp)} is still syncing with the Bitcoin network. Try again later.`,
  )
  const secure = page.replace('http:', 'https:')
  expect(await said(secure)).toBe(`The certificate of ${host(page)} isn’t valid, so the connection isn’t secure.`)
  expect(await said('http://127.0.0.1:1')).toBe('Couldn’t connect to 127.0.0.1:1. The connection was refused.')
})

test('a key that is unknown, malformed, of another store or too powerful is refused', async () => {
  const { host } = new URL(engine.engine.url)
  expect(await objection({ btcpayApiKey: 'f'.repeat(40) })).toBe(
    `The BTCPay Server at ${host} doesn’t recognize this API key.`,
  )
  expect(await objection({ btcpayApiKey: 'two words' })).toBe(
    'The API key contains characters that aren’t valid in a BTCPay key.',
  )
  expect(await objection({ btcpayStoreId: '../x', btcpayApiKey: 'x' })).toBe(
    'The store ID can only contain letters and digits.',
  )
  expect(await objection({ btcpayApiKey: await keyFor(await newStore()) })).toBe(
    'This API key belongs to another store.',
  )
  expect(await objection({ btcpayApiKey: engine.engine.apiKey })).toBe(
    'This API key can administer the whole server. Create one that is limited to this store.',
  )
})

test.each(neededRights)('a key without %s is refused by name', async (right) => {
  const rest = neededRights.filter((each) => each !== right)
  // The permission to see the wallet comes with the permission to spend from it.
  const left = right.endsWith('canviewwallet') ? rest.filter((each) => !each.endsWith('transactions')) : rest
  expect(await objection({ btcpayApiKey: await keyFor(storeId, left) })).toMatch(
    new RegExp(`^The API key is missing (a permission|permissions) in this store: .*${right}.*\\.$`),
  )
})

test('a store with Lightning needs the permission to use it', async () => {
  expect(await objection({ btcpayApiKey: await keyFor(storeId, neededRights) })).toBe(
    'The API key is missing a permission in this store: btcpay.store.canuselightningnode.',
  )
})

test('a missing store, or one in which the key’s owner has no or too low a role, is refused', async () => {
  const nowhere = 'A'.repeat(44)
  const strange = 'This store doesn’t exist on the server, or the owner of the API key doesn’t have access to it.'
  expect(await objection({ btcpayStoreId: nowhere, btcpayApiKey: await keyFor(nowhere) })).toBe(strange)

  const user = unwrap(
    await admin.users.create({ email: 'clerk@example.test', password: 'long enough', sendInvitationEmail: false }),
  )
  const permissions = allRights.map((right) => `${right}:${storeId}`)
  const { apiKey } = unwrap(await admin.keys.createForUser(user.id, { label: 'x', permissions }))
  expect(await objection({ btcpayApiKey: apiKey })).toBe(strange)
  unwrap(await admin.users.addToStore(storeId, { id: user.id, storeRole: 'Wallet Manager' }))
  expect(await objection({ btcpayApiKey: apiKey })).toBe(
    'The owner of the API key is missing permissions in this store: btcpay.store.canmodifyinvoices, btcpay.store.webhooks.canmodifywebhooks.',
  )
})

test('a wallet that is missing, watch-only or may not sign is refused', async () => {
  const bare = await newStore({ wallet: false, lightning: false })
  expect(await objection({ btcpayStoreId: bare })).toBe(
    'This store has no Bitcoin wallet. Set up a hot wallet in the store first.',
  )
  const cold = await newStore({ wallet: false })
  unwrap(await admin.wallet.generate(cold, { savePrivateKeys: false }))
  const full = await keyFor(cold, ['btcpay.store.canmodifystoresettings'])
  expect(await objection({ btcpayStoreId: cold, btcpayApiKey: full })).toBe(
    'This wallet is watch-only: the server doesn’t have its keys. Set up a hot wallet in the store.',
  )
  await engine.control.policy({ hotWalletsForAll: false })
  expect(await objection({})).toBe(
    'This server doesn’t let the API key sign. Turn on "Non-admins can create hot wallets" in the server’s policies.',
  )
  await engine.control.policy({ hotWalletsForAll: true })
})

test('a wallet on another network is refused', async () => {
  const live = await startTestApp(
    {
      BTCPAY_URL: own.engine.url,
      BTCPAY_API_KEY: own.engine.apiKey,
      APP_SECRET: 'a secret of more than 32 characters, kept',
      ENGINE_ALLOW_HOSTS: '127.0.0.1',
    },
    own.engine,
  )
  try {
    expect(await objection({}, live)).toBe(
      'The wallet of this store is on another Bitcoin network. It must be on mainnet.',
    )
  } finally {
    await live.close()
  }
})
