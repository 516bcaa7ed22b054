import { z } from 'zod'
import { call } from './call.ts'
import { declareList } from './lists.ts'
import { adminProof, btcAmount, id, idField, idParam, shortListPage, text, timestamp, usdAmount } from './scalars.ts'
import { sendStatuses } from './withdrawals.ts'

/** The minimum on Lightning before it can be moved on-chain. */
export const loopOutMinimumUsd = '300.00'

/** `executing`: the platform processes it, and it ends as completed. `cancelled`: the merchant took it back. */
export const loopOutStatuses = ['pending', 'executing', 'completed', 'rejected', 'cancelled'] as const

/** The words of the screen. */
export const loopOutStatusWords: Record<(typeof loopOutStatuses)[number], string> = {
  pending: 'Pending',
  executing: 'Sending',
  completed: 'Completed',
  rejected: 'Rejected',
  cancelled: 'Canceled',
}

export const loopOutRequest = z.strictObject({
  id,
  merchantId: id,
  lightningBalanceBtc: btcAmount,
  lightningBalanceUsd: usdAmount,
  onChainAddress: z.string(),
  status: z.enum(loopOutStatuses),
  createdAt: timestamp,
  processedAt: timestamp.nullable(),
  /** An admin's note, or why it was rejected. */
  adminNotes: z.string().nullable(),
  carriedOut: z.enum(['by-hand', 'by-platform']).nullable(),
  /** The on-chain payment, if the platform sends it. */
  txid: z.string().nullable(),
  sendStatus: z.enum(sendStatuses).nullable(),
  /** What arrives: the same satoshis minus this fee, once it is known. */
  networkFeeBtc: btcAmount.nullable(),
})
export type LoopOutRequest = z.infer<typeof loopOutRequest>

export const adminLoopOutRequest = z.strictObject({
  ...loopOutRequest.shape,
  storeName: z.string(),
  email: z.string(),
  requestedBy: z.string(),
  node: z.enum(['shared', 'own']),
  amountBtc: btcAmount,
  firstLeg: z.enum(['awaiting-payment', 'taken']).nullable(),
  /** Why it makes no progress. */
  problem: z.string().nullable(),
  processedBy: z.string().nullable(),
})
export type AdminLoopOutRequest = z.infer<typeof adminLoopOutRequest>

const count = z.number().int()

/** The requests of all merchants, for admins. */
export const loopOutList = declareList({
  name: 'loop-outs',
  audience: 'admin',
  path: '/api/admin/lightning-loop-out/requests',
  row: adminLoopOutRequest,
  filters: {
    status: { kind: 'one-of', values: loopOutStatuses },
    merchantId: { kind: 'id', as: 'merchant' },
    /** The beginning of the address, or words of the merchant's name or email. */
    search: { kind: 'text', longest: 200 },
  },
  sorts: ['date', 'amount'],
  columns: {
    merchant: { width: 'minmax(11rem, 1.4fr)', area: 'm', always: true },
    amount: { width: '8.5rem', area: 'a', sort: 'amount', numeric: true, always: true },
    status: { width: '7rem', area: 's', always: true },
    address: { width: '9.25rem', below: { 960: null } },
    transaction: { width: '9.25rem', below: { 820: null } },
    date: { width: '9.75rem', area: 'd', sort: 'date' },
  },
  // Two lines: merchant and amount, then when it was requested and its state.
  block: {
    below: 620,
    grid: '"m a" auto "d s" auto / minmax(0, 1fr) auto',
    gap: '0.125rem 0.75rem',
    minHeight: '3.5rem',
  },
  file: {
    name: 'bitquay-loop-outs',
    date: 'createdAt',
    columns: {
      ID: 'id',
      Merchant: 'storeName',
      Email: 'email',
      Status: 'status',
      'Lightning (BTC)': 'lightningBalanceBtc',
      'Lightning (USD)': 'lightningBalanceUsd',
      'Network fee (BTC)': 'networkFeeBtc',
      Address: 'onChainAddress',
      TXID: 'txid',
      'Requested by': 'requestedBy',
      'Decided at': 'processedAt',
      'Decided by': 'processedBy',
      Note: 'adminNotes',
    },
    words: { 'Status in words': ({ status }: AdminLoopOutRequest) => loopOutStatusWords[status] },
  },
  summary: z.strictObject({
    /** With the filters. */
    filtered: count,
    /** With the other filters, whatever `status` is. */
    statuses: z.strictObject({ pending: count, executing: count, completed: count, rejected: count, cancelled: count }),
  }),
  texts: {
    list: 'List loop-out requests of all merchants with filters, newest first',
    export: 'Download loop-out requests as CSV, with the same filters',
    summarize: 'Counts of loop-out requests by status, with the same filters',
  },
})
export const listLoopOutRequests = loopOutList.calls.list
export const exportLoopOutRequests = loopOutList.calls.export
export const summarizeLoopOutRequests = loopOutList.calls.summarize

export const getLoopOut = call({
  method: 'GET',
  path: '/api/admin/lightning-loop-out/requests/:id',
  audience: 'admin',
  summary: 'Retrieve a loop-out request',
  params: z.strictObject({ id: idParam }),
  output: adminLoopOutRequest,
  errors: ['not-found'],
})

export const requestLoopOut = call({
  method: 'POST',
  path: '/api/merchant/lightning-loop-out',
  audience: 'merchant-manager',
  summary: 'Request a loop-out of the Lightning balance',
  body: z.strictObject({}),
  output: loopOutRequest,
  errors: ['not-configured', 'loop-out-too-little', 'loop-out-open', 'engine-unavailable', 'engine-refused'],
})

const loopOutQuote = z.strictObject({
  amountBtc: btcAmount,
  amountUsd: usdAmount,
  /** Deducted from what arrives. */
  networkFeeBtc: btcAmount,
  networkFeeUsd: usdAmount,
  /** An address of the merchant's own wallet. The next request uses it. */
  onChainAddress: z.string(),
})
export type LoopOutQuote = z.infer<typeof loopOutQuote>

/** It may create the address that it shows, so it is not a GET. */
export const quoteLoopOut = call({
  method: 'POST',
  path: '/api/merchant/lightning-loop-out/quote',
  audience: 'merchant-manager',
  summary: 'Retrieve a quote: amount, destination and estimated network fee',
  body: z.strictObject({}),
  output: loopOutQuote,
  errors: ['not-configured', 'loop-out-too-little', 'loop-out-open', 'engine-unavailable', 'engine-refused'],
})

export const cancelLoopOut = call({
  method: 'POST',
  path: '/api/merchant/lightning-loop-out/cancel',
  audience: 'merchant-manager',
  summary: 'Cancel a pending request. The amount returns to the Lightning balance',
  body: z.strictObject({ requestId: idField }),
  output: loopOutRequest,
  errors: ['not-found', 'loop-out-not-pending'],
})

export const listOwnLoopOuts = call({
  method: 'GET',
  path: '/api/merchant/lightning-loop-out',
  audience: 'merchant',
  summary: 'List your loop-out requests, newest first',
  query: shortListPage,
  output: z.array(loopOutRequest),
})

export const listLoopOuts = call({
  method: 'GET',
  path: '/api/admin/lightning-loop-out',
  audience: 'admin',
  summary: 'List the loop-out requests of all merchants: those open longest, and the newest',
  query: shortListPage,
  output: z.array(adminLoopOutRequest),
})

export const countLoopOuts = call({
  method: 'GET',
  path: '/api/admin/lightning-loop-out/counts',
  audience: 'admin',
  summary: 'Retrieve loop-out counts by status',
  output: z.strictObject({ total: z.number().int(), pending: z.number().int(), completed: z.number().int() }),
})

export const listPendingLoopOuts = call({
  method: 'GET',
  path: '/api/admin/lightning-loop-out/pending',
  audience: 'admin',
  summary: 'List pending loop-out requests, oldest first',
  query: shortListPage,
  output: z.array(adminLoopOutRequest),
})

const adminRefusals = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

export const completeLoopOut = call({
  method: 'POST',
  path: '/api/admin/lightning-loop-out/complete',
  audience: 'admin',
  recentPassword: true,
  summary: 'Mark a request as completed outside the platform',
  body: z.strictObject({ requestId: idField, adminNotes: text(1000).optional(), ...adminProof }),
  output: adminLoopOutRequest,
  errors: ['not-found', 'loop-out-not-pending', ...adminRefusals],
})

export const executeLoopOut = call({
  method: 'POST',
  path: '/api/admin/lightning-loop-out/execute',
  audience: 'admin',
  recentPassword: true,
  summary: 'Execute a request from the platform’s wallet',
  body: z.strictObject({ requestId: idField, ...adminProof }),
  output: adminLoopOutRequest,
  errors: [
    'not-found',
    'loop-out-not-pending',
    'platform-wallet-too-low',
    'invalid-address',
    'withdrawals-paused',
    'not-configured',
    ...adminRefusals,
  ],
})

export const rejectLoopOut = call({
  method: 'POST',
  path: '/api/admin/lightning-loop-out/reject',
  audience: 'admin',
  summary: 'Reject a request with a reason. The amount returns to the merchant’s Lightning balance',
  body: z.strictObject({
    requestId: idField,
    reason: text(1000).pipe(z.string().min(1, 'Please give a reason')),
    ...adminProof,
  }),
  output: adminLoopOutRequest,
  errors: ['not-found', 'loop-out-not-pending', ...adminRefusals],
})

export const resolveLoopOut = call({
  method: 'POST',
  path: '/api/admin/lightning-loop-out/resolve',
  audience: 'admin',
  recentPassword: true,
  summary: 'Record the outcome of a payment that a merchant’s own node never reported',
  body: z.strictObject({
    requestId: idField,
    /**
     * Paid: the platform owes it on-chain from now on. Not paid: the held coins are released and the request is pending
     * again.
     */
    outcome: z.enum(['paid', 'not-paid']),
    /** Proof that it was paid. If missing, it is read from the merchant's node. */
    preimage: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'A preimage has 64 hexadecimal digits')
      .optional(),
    ...adminProof,
  }),
  output: adminLoopOutRequest,
  errors: ['not-found', 'loop-out-not-resolvable', 'engine-unavailable', ...adminRefusals],
})
