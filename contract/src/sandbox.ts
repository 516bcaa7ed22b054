import { z } from 'zod'
import { call } from './call.ts'
import { longPage, shortListPage, timestamp } from './scalars.ts'
import { longestPsbt } from './signing.ts'

/** Sandbox mode only, 404 otherwise. The sandbox defines what the levers do, and validates its input again. */

const btc = z.union([z.string().max(30), z.number()]).transform(String)
const txid = z.string().regex(/^[0-9a-f]{64}$/, 'Expected 64 hex digits')
const cosigner = z.union([z.literal(1), z.literal(2), z.literal(3)])
const done = z.record(z.string(), z.unknown())

/** What a broken or stolen signing device does. */
export const deviceCheats = [
  'changed-output',
  'other-fee',
  'wrong-key',
  'missing-signature',
  'sighash-single',
  'changed-sequence',
  'changed-locktime',
] as const

/** The input of each lever, for the server and for the forms of the sandbox page. */
export const leverForms = {
  pay: z.strictObject({
    invoiceId: z.string().min(1).max(100),
    method: z.enum(['onchain', 'lightning']),
    amountBtc: btc.optional(),
    /** False: the on-chain payment doesn't signal that it may be replaced, which zero confirmations need. */
    replaceable: z.boolean().optional(),
    /** Fee rate of the on-chain payment. */
    satPerVb: z.number().min(1).max(10_000).optional(),
  }),
  lightning: z.strictObject({ pay: z.strictObject({ bolt11: z.string().min(1).max(4000) }) }),
  mine: z.strictObject({ blocks: z.int().min(1).max(1000).default(1) }),
  automine: z.strictObject({ seconds: z.int().min(0).max(86_400) }),
  reorg: z.strictObject({
    depth: z.int().min(1).max(1000),
    exclude: z.array(txid).max(1000).optional(),
    empty: z.boolean().optional(),
  }),
  address: z.strictObject({}),
  faucet: z.strictObject({ address: z.string().min(1).max(200), amountBtc: btc }),
  replace: z.strictObject({ txid, keep: z.boolean().optional() }),
  evict: z.strictObject({ txid }),
  engine: z.strictObject({ down: z.boolean() }),
  fail: z.strictObject({
    calls: z.int().min(0).max(100_000),
    mode: z.string().max(30),
    method: z.string().max(10).optional(),
    path: z.string().max(200).optional(),
  }),
  webhooks: z.strictObject({
    drop: z.boolean().optional(),
    duplicate: z.boolean().optional(),
    shuffle: z.boolean().optional(),
  }),
  late: z.strictObject({ coins: z.boolean().optional(), labels: z.boolean().optional() }),
  clock: z.strictObject({
    advanceSeconds: z
      .int()
      .min(0)
      .max(366 * 86_400),
  }),
  device: z.strictObject({
    script: z.enum(['wpkh', 'tr', 'sh-wpkh', 'pkh', 'wsh-multi']).default('wpkh'),
    account: z.int().min(0).max(1000).default(0),
    cosigner: cosigner.optional(),
  }),
  sign: z.strictObject({
    psbt: z.string('Paste a PSBT').trim().min(1, 'Paste a PSBT').max(longestPsbt, 'This is larger than one megabyte'),
    cosigner: cosigner.optional(),
    cheat: z.enum(deviceCheats).optional(),
  }),
  rate: z.strictObject({ usd: btc.nullable().optional(), available: z.boolean().optional() }),
}

const lever = <const P extends string, B extends z.ZodType>(name: P, summary: string, body: B) =>
  call({
    method: 'POST',
    path: `/api/sandbox/${name}`,
    audience: 'sandbox',
    summary,
    body,
    output: done,
    errors: ['lever-refused'],
  })

/** A separate call, since the test mode bar is on every page and uses only this one. */
export const mine = call({
  method: 'POST',
  path: '/api/sandbox/mine',
  audience: 'sandbox',
  summary: 'Mine blocks',
  body: leverForms.mine,
  output: done,
  errors: ['lever-refused'],
})

/** A separate call, since customers on a refund page use only this one. */
export const lendAddress = call({
  method: 'POST',
  path: '/api/sandbox/address',
  audience: 'sandbox',
  summary: 'Create a new address outside the platform to send to',
  body: leverForms.address,
  output: done,
  errors: ['lever-refused'],
})

/** The one lever that an API key may pull: it pays invoices of its own merchant. */
export const payInvoice = call({
  method: 'POST',
  path: '/api/sandbox/pay',
  audience: 'sandbox',
  scope: 'invoices',
  summary: 'Simulate a customer payment of the amount due or another amount',
  body: leverForms.pay,
  output: done,
  errors: ['lever-refused', 'not-found'],
})

export const levers = {
  pay: payInvoice,
  lightning: lever('lightning', 'Simulate a wallet that pays a BOLT11', leverForms.lightning),
  mine,
  automine: lever('automine', 'Mine a block at an interval. 0 turns it off', leverForms.automine),
  reorg: lever('reorg', 'Simulate a chain reorganization', leverForms.reorg),
  address: lendAddress,
  faucet: lever('faucet', 'Send test coins to an address', leverForms.faucet),
  replace: lever(
    'replace',
    'Replace an unconfirmed payment (RBF): the sender cancels it or raises its fee',
    leverForms.replace,
  ),
  evict: lever('evict', 'Drop a transaction from the mempool', leverForms.evict),
  engine: lever('engine', 'Take BTCPay down or bring it back', leverForms.engine),
  fail: lever('fail', 'Make the next calls to BTCPay fail in a chosen way', leverForms.fail),
  webhooks: lever('webhooks', 'Drop, duplicate or shuffle BTCPay’s webhooks', leverForms.webhooks),
  late: lever('late', 'Let coins or labels appear later than their transaction', leverForms.late),
  clock: lever('clock', 'Move the clock of the sandbox and the platform forward', leverForms.clock),
  device: lever('device', 'Export an account of the test signing device', leverForms.device),
  sign: {
    ...lever('sign', 'Sign a PSBT with the keys of the test signing device, or cheat', leverForms.sign),
    mostBodyBytes: 1_500_000,
  },
  rate: lever(
    'rate',
    'Fix the bitcoin price. null lets it move again, and `available: false` removes the rate sources',
    leverForms.rate,
  ),
}

export const sandboxState = call({
  method: 'GET',
  path: '/api/sandbox/state',
  audience: 'sandbox',
  summary: 'Retrieve the state of the sandbox: blocks, mempool, stores, rate, clock and tools',
  output: z.looseObject({
    clock: z.looseObject({ now: z.number() }),
    chain: z.looseObject({
      height: z.number(),
      blocks: z.array(
        z.looseObject({ height: z.number(), hash: z.string(), time: z.number(), txids: z.array(z.string()) }),
      ),
    }),
    mempool: z.looseObject({
      size: z.number(),
      transactions: z.array(
        z.looseObject({ txid: z.string(), feeSats: z.string(), vsize: z.number(), seenAt: z.number() }),
      ),
    }),
    rate: z.looseObject({ usd: z.string(), pinned: z.boolean(), available: z.boolean() }),
    stores: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        invoices: z.number(),
        onChain: z.looseObject({ balanceBtc: z.string(), confirmedBtc: z.string() }).nullable(),
        lightning: z.looseObject({ node: z.string(), localMsat: z.string() }).nullable(),
      }),
    ),
    levers: z.looseObject({
      engineDown: z.boolean(),
      automineSeconds: z.number(),
      webhooks: z.looseObject({ drop: z.boolean(), duplicate: z.boolean(), shuffle: z.boolean(), pending: z.number() }),
    }),
  }),
})

export const listMail = call({
  method: 'GET',
  path: '/api/sandbox/mail',
  audience: 'sandbox',
  summary: 'List the emails in the sandbox mailbox, newest first',
  query: z.strictObject({
    limit: shortListPage.shape.limit.describe('How many to return, from 1 to 100. The newest 200 if left out.'),
    cursor: longPage.cursor,
    to: z.string().max(254).optional(),
  }),
  output: z.array(
    z.strictObject({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: timestamp }),
  ),
})
