import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { openBitcoindHands } from './bitcoind-hands.ts'
import { openLndHands, readMacaroon } from './lnd-hands.ts'

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

type Asked = { path: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] }

/** A node whose answers a test gives, and what it was asked. */
const startNode = async (answer: (asked: Asked) => { status?: number; body: string }) => {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { path: request.url ?? '', body: JSON.parse(body) as Asked['body'], headers: request.headers }
      asked.push(one)
      const { status = 200, body: answered } = answer(one)
      response.writeHead(status, { 'content-type': 'application/json' }).end(answered)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const startBitcoind = (balance: number, more: Record<string, unknown> = {}) =>
  startNode(({ body }) => {
    const results: Record<string, unknown> = {
      ...{ listwallets: ['conformance'], getbalance: balance, getnewaddress: 'bcrt1own', generatetoaddress: [] },
      ...more,
    }
    return { body: JSON.stringify({ result: results[String(body['method'])], error: null }) }
  })
const minedBy = ({ asked }: { asked: Asked[] }) =>
  asked.filter(({ body }) => body['method'] === 'generatetoaddress').map(({ body }) => body['params'])

test('blocks are mined on a chain of its own only', async () => {
  const own = await startBitcoind(0)
  const hands = await openBitcoindHands(own.url.replace('//', '//user:password@'), { ownChain: true })
  expect(minedBy(own)).toEqual([[101, 'bcrt1own']])
  await hands.mine?.(2)
  expect(minedBy(own).at(-1)).toEqual([2, 'bcrt1own'])

  const shared = await startBitcoind(60)
  expect((await openBitcoindHands(shared.url, { ownChain: false })).mine).toBeUndefined()
  expect(minedBy(shared)).toEqual([])
})

test('a double spend undoes the blocks since a payment, spends its coins elsewhere and mines a longer branch', async () => {
  // One input and one output of 100,000 satoshis.
  const hex = `0200000001${'aa'.repeat(32)}0000000000fdffffff01a08601000000000000${'00'.repeat(4)}`
  const details = [{ address: 'bcrt1paid', category: 'send', vout: 0 }]
  const node = await startBitcoind(60, {
    gettransaction: { hex, details, blockhash: 'bb', confirmations: 2 },
    invalidateblock: null,
    ...{ createrawtransaction: 'unsigned', signrawtransactionwithwallet: { hex: 'signed' }, sendrawtransaction: 'cc' },
  })
  const hands = await openBitcoindHands(node.url, { ownChain: true })
  node.asked.splice(0)
  await hands.doubleSpend?.('dd')
  const asked = node.asked.map(({ body }) => [body['method'], body['params']])
  expect(asked.filter(([method]) => method !== 'gettransaction' && method !== 'getnewaddress')).toEqual([
    ['invalidateblock', ['bb']],
    [
      'createrawtransaction',
      [[{ txid: 'aa'.repeat(32), vout: 0, sequence: 0xfffffffd }], [{ bcrt1own: '0.00087500' }]],
    ],
    ['signrawtransactionwithwallet', ['unsigned']],
    ['sendrawtransaction', ['signed']],
    ['generatetoaddress', [3, 'bcrt1own']],
  ])
  expect((await openBitcoindHands(node.url, { ownChain: false })).doubleSpend).toBeUndefined()
})

test('a payer without coins says where to send some, instead of mining', async () => {
  const empty = await startBitcoind(0)
  await expect(openBitcoindHands(empty.url, { ownChain: false })).rejects.toThrow('pay some to bcrt1own')
  expect(minedBy(empty)).toEqual([])
})

test('a second node pays and asks for money through LND’s interface', async () => {
  const hash = 'ab'.repeat(32)
  const lnd = await startNode(({ path }) =>
    path === '/v1/invoices'
      ? { body: JSON.stringify({ r_hash: Buffer.from(hash, 'hex').toString('base64'), payment_request: 'lnbcrt1' }) }
      : { body: '{"result":{"status":"IN_FLIGHT"}}\n{"result":{"status":"SUCCEEDED"}}\n' },
  )
  const hands = openLndHands(`${lnd.url}/`, 'c0ffee')
  expect(await hands.createInvoice(50_000n)).toEqual({ bolt11: 'lnbcrt1', paymentHash: hash })
  await hands.pay('lnbcrt2')
  expect(lnd.asked).toMatchObject([
    { path: '/v1/invoices', body: { value_msat: '50000' }, headers: { 'grpc-metadata-macaroon': 'c0ffee' } },
    { path: '/v2/router/send', body: { payment_request: 'lnbcrt2' } },
  ])
})

test.each([
  ['{"result":{"status":"FAILED","failure_reason":"FAILURE_REASON_NO_ROUTE"}}', 200, 'FAILURE_REASON_NO_ROUTE'],
  ['{"error":{"message":"invoice is already paid"}}', 200, 'already paid'],
  ['{"message":"verification failed"}', 401, '401'],
])('a payment that LND doesn’t make throws: %s', async (body, status, message) => {
  const lnd = await startNode(() => ({ status, body }))
  await expect(openLndHands(lnd.url, 'c0ffee').pay('lnbcrt1')).rejects.toThrow(message)
})

test('a macaroon is given as digits or as a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'macaroon-'))
  closings.push(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'admin.macaroon'), Buffer.from('c0ffee', 'hex'))
  expect(readMacaroon(join(folder, 'admin.macaroon'))).toBe('c0ffee')
  expect(readMacaroon('C0FFEE')).toBe('C0FFEE')
})
