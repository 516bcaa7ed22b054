import type {
  LightningBalance,
  LightningInvoice as LightningInvoiceView,
  LightningNode as LightningNodeView,
  LightningPayment as LightningPaymentView,
} from '@bitquay/btcpay/wire/lightning'
import type { LightningInvoice, LightningPayment } from '../../engine/engine.ts'
import { type Caller, canOnServer } from '../caller.ts'
import { invalid, missingPermission, notFound, type Problem, unavailable } from '../errors.ts'
import { wireName } from '../permissions.ts'
import { type Call, inStore, type Method, onServer, type Route } from '../route.ts'
import { payLightning } from './pay-lightning.ts'

const USE_INTERNAL = 'server.canuseinternallightningnode'

type LightningCall = {
  method: Method
  tail: string
  store: string
  server: string
  handle: (call: Call, nodeId: string) => unknown
}

/** Each route exists twice: for a store's node, and for the shared node as the server's own. */
const calls: LightningCall[] = [
  {
    method: 'GET',
    tail: '/info',
    store: 'store.canuselightningnode',
    server: USE_INTERNAL,
    handle: ({ btcpay }, nodeId): LightningNodeView => {
      const node = nodeOf(btcpay.engine.lightning.node(nodeId))
      return {
        nodeURIs: [`${node.publicKey}@127.0.0.1:9735`],
        blockHeight: btcpay.engine.chain.tip().height,
        alias: node.alias,
        color: node.color,
        version: '0.20.0-beta sandbox',
        peersCount: node.peersCount,
        activeChannelsCount: node.channelsCount,
        inactiveChannelsCount: 0,
        pendingChannelsCount: 0,
      }
    },
  },
  {
    method: 'GET',
    tail: '/balance',
    store: 'store.canuselightningnode',
    server: USE_INTERNAL,
    handle: ({ btcpay }, nodeId): LightningBalance => {
      const node = nodeOf(btcpay.engine.lightning.node(nodeId))
      return {
        onchain: { confirmed: '0', unconfirmed: '0', reserved: '0' },
        offchain: { opening: '0', local: String(node.localMsat), remote: String(node.remoteMsat), closing: '0' },
      }
    },
  },
  {
    method: 'POST',
    tail: '/address',
    store: 'store.canuselightningnode',
    server: USE_INTERNAL,
    handle: ({ btcpay }) => btcpay.engine.wallets.receiveAddress(btcpay.engine.wallets.treasuryId).address,
  },
  {
    method: 'POST',
    tail: '/invoices',
    store: 'store.cancreatelightninginvoice',
    server: 'server.cancreatelightninginvoiceinternalnode',
    handle: createInvoice,
  },
  {
    method: 'GET',
    tail: '/invoices',
    store: 'store.canviewlightninginvoice',
    server: 'server.canviewlightninginvoiceinternalnode',
    handle: ({ btcpay, query }, nodeId) =>
      btcpay.engine.lightning
        .invoices(nodeId, {
          pendingOnly: query.flag('pendingOnly', false),
          offsetIndex: Math.max(0, query.integer('offsetIndex') ?? 0),
        })
        .map(toInvoiceView),
  },
  {
    method: 'GET',
    tail: '/invoices/:id',
    store: 'store.canviewlightninginvoice',
    server: 'server.canviewlightninginvoiceinternalnode',
    handle: ({ btcpay, params }, nodeId) => {
      const invoice = btcpay.engine.lightning.invoice(nodeId, params['id'] ?? '')
      if (!invoice) throw notFound('invoice-not-found', 'Impossible to find a lightning invoice with this id')
      return toInvoiceView(invoice)
    },
  },
  {
    method: 'POST',
    tail: '/invoices/pay',
    store: 'store.canuselightningnode',
    server: USE_INTERNAL,
    handle: (call, nodeId) => payLightning(call, nodeId, toPaymentView),
  },
  {
    method: 'GET',
    tail: '/payments',
    store: 'store.canuselightningnode',
    server: USE_INTERNAL,
    // BTCPay passes `includePending` to LND under another name, so pending payments are never in the list.
    handle: ({ btcpay, query }, nodeId) =>
      btcpay.engine.lightning
        .payments(nodeId, {
          includePending: false,
          offsetIndex: Math.max(0, query.integer('offsetIndex') ?? 0),
        })
        .map(toPaymentView),
  },
  {
    method: 'GET',
    tail: '/payments/:paymentHash',
    store: 'store.canuselightningnode',
    server: USE_INTERNAL,
    handle: ({ btcpay, params }, nodeId) => {
      const payment = btcpay.engine.lightning.payment(nodeId, (params['paymentHash'] ?? '').toLowerCase())
      if (!payment) throw notFound('payment-not-found', 'Impossible to find a lightning payment with this payment hash')
      return toPaymentView(payment)
    },
  },
]

export const lightningRoutes: Route[] = calls.flatMap(({ method, tail, store, server, handle }) => [
  inStore(method, `/lightning/:cryptoCode${tail}`, store, (call, shop, caller) => {
    requireBitcoin(call)
    const nodeId = shop.lightning?.nodeId
    if (nodeId === undefined || !call.btcpay.hasNode(nodeId)) {
      throw notFound('lightning-not-configured', 'The lightning node is not set up')
    }
    if (nodeId === call.btcpay.engine.lightning.sharedNodeId) requireInternal(call, caller, store)
    return handle(call, requireUp(call, nodeId))
  }),
  onServer(method, `/server/lightning/:cryptoCode${tail}`, server, (call) => {
    requireBitcoin(call)
    const nodeId = call.btcpay.engine.lightning.sharedNodeId
    if (!call.btcpay.hasNode(nodeId)) {
      throw notFound('lightning-not-configured', 'The internal lightning node is not set up')
    }
    return handle(call, requireUp(call, nodeId))
  }),
])

/**
 * The shared node is the server's. A caller who isn't an administrator may at most create and read invoices, if a
 * policy allows it.
 */
function requireInternal({ btcpay }: Call, caller: Caller, needs: string): void {
  const isHarmless = needs !== 'store.canuselightningnode'
  if (isHarmless && btcpay.settings().internalNodeForAll) return
  if (!canOnServer(caller, USE_INTERNAL)) throw missingPermission(wireName(USE_INTERNAL))
}

function requireBitcoin({ params }: Call): void {
  if (params['cryptoCode']?.toUpperCase() !== 'BTC') {
    throw notFound('unknown-cryptocode', "This crypto code isn't set up in this BTCPay Server instance")
  }
}

function requireUp({ btcpay }: Call, nodeId: string): string {
  if (btcpay.isNodeDown(nodeId)) {
    throw unavailable('lightning-node-unavailable', 'The lightning node is unavailable (Connection refused)')
  }
  return nodeId
}

function nodeOf<T>(node: T | undefined): T {
  if (!node) throw notFound('lightning-not-configured', 'The lightning node is not set up')
  return node
}

function createInvoice(call: Call, nodeId: string): LightningInvoiceView {
  const body = call.fields()
  const amount = body.decimal('amount')
  const description = body.text('description')
  const descriptionHashOnly = body.flag('descriptionHashOnly') ?? false
  const expiry = body.integer('expiry')
  body.check()
  const problems: Problem[] = []
  if (amount === undefined || !/^\d{1,18}$/.test(amount)) {
    problems.push({ path: 'Amount', message: 'Amount should be more or equal to 0' })
  }
  if (expiry === undefined || expiry <= 0) problems.push({ path: 'Expiry', message: 'Expiry should be more than 0' })
  if (description !== undefined && Buffer.byteLength(description) > 639 && !descriptionHashOnly) {
    problems.push({ path: 'Description', message: 'Description is too long for a BOLT11 invoice' })
  }
  if (problems.length > 0) throw invalid(...problems)
  const created = call.btcpay.engine.lightning.createInvoice(nodeId, {
    amountMsat: BigInt(amount ?? '0'),
    description: description ?? '',
    descriptionHashOnly,
    expirySeconds: Math.min(expiry ?? 1, 10 * 365 * 86_400),
  })
  return toInvoiceView(created)
}

function toInvoiceView(invoice: LightningInvoice): LightningInvoiceView {
  return {
    id: invoice.id,
    status: invoice.status,
    BOLT11: invoice.bolt11,
    paymentHash: invoice.paymentHash,
    preimage: invoice.status === 'Paid' ? invoice.preimage : null,
    paidAt: invoice.paidAtMs === undefined ? null : Math.floor(invoice.paidAtMs / 1000),
    expiresAt: Math.floor(invoice.expiresAtMs / 1000),
    amount: String(invoice.amountMsat),
    amountReceived: invoice.amountReceivedMsat === undefined ? null : String(invoice.amountReceivedMsat),
  }
}

function toPaymentView(payment: LightningPayment): LightningPaymentView {
  return {
    id: payment.paymentHash,
    paymentHash: payment.paymentHash,
    status: payment.status,
    BOLT11: payment.bolt11,
    preimage: payment.preimage ?? null,
    createdAt: Math.floor(payment.createdAtMs / 1000),
    totalAmount: String(payment.totalMsat),
    feeAmount: String(payment.feeMsat),
  }
}
