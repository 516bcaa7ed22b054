import { decodeBolt11 } from '@bitquay/btcpay/wire/bolt11'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createAlarm } from '../alarm.ts'
import type { Chain } from '../chain/chain-types.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store-types.ts'
import { cancelInvoice, createInvoice, findInvoice, listInvoices, sweepExpired } from './lightning-invoices.ts'
import { listPayments, payInvoice, resolvePayment } from './lightning-payments.ts'
import {
  hashId,
  LightningRefusal,
  type LightningState,
  type NodeRecord,
  openLightningState,
} from './lightning-state.ts'
import type { LightningNetwork, LightningNode } from './lightning-types.ts'

const btcMsat = 100_000_000_000n
const sharedNodeId = 'shared'
const publicNodeId = 'public'

export const openLightning = ({
  store,
  clock,
  chain,
}: {
  store: Store
  clock: Clock
  chain: Chain
}): LightningNetwork => {
  const state = openLightningState(store, clock, chain)
  if (!state.nodes.has(sharedNodeId)) {
    store.batch(() => {
      addNode(state, { id: sharedNodeId, alias: 'Sandbox', localMsat: btcMsat, remoteMsat: 10n * btcMsat })
      addNode(state, { id: publicNodeId, alias: 'The public', localMsat: 1000n * btcMsat, remoteMsat: 1000n * btcMsat })
    })
  }
  const watchExpiry = createAlarm(
    clock,
    () => state.invoices.first('open', '')?.expiresAtMs,
    () => sweepExpired(state),
  )

  return {
    sharedNodeId,
    publicNodeId,
    node(nodeId) {
      const node = state.nodes.get(nodeId)
      return node && describeNode(node)
    },
    nodes: () => [...state.nodes.values()].map(describeNode),
    createNode: (options) =>
      describeNode(addNode(state, { localMsat: btcMsat / 10n, remoteMsat: btcMsat, alias: options.id, ...options })),
    setLiquidity(nodeId, liquidity) {
      const node = { ...state.node(nodeId), ...liquidity }
      state.nodes.put(node)
      return describeNode(node)
    },
    createInvoice(nodeId, options) {
      const invoice = createInvoice(state, nodeId, options)
      watchExpiry()
      return invoice
    },
    cancelInvoice: (nodeId, paymentHash) => cancelInvoice(state, nodeId, paymentHash),
    invoice: (nodeId, paymentHash) => findInvoice(state, nodeId, paymentHash),
    invoices: (nodeId, page = {}) => listInvoices(state, nodeId, page),
    pay: (nodeId, request) => payInvoice(state, nodeId, request),
    payment: (nodeId, paymentHash) => state.payments.get(hashId(nodeId, paymentHash)),
    payments: (nodeId, page = {}) => listPayments(state, nodeId, page),
    payFromPublic: (bolt11, amountMsat) =>
      payInvoice(state, publicNodeId, amountMsat === undefined ? { bolt11 } : { bolt11, amountMsat }),
    decode: decodeBolt11,
    failNext: (nodeId, failNext) => state.nodes.put({ ...state.node(nodeId), failNext }),
    hangNext: (nodeId, hangNext) => state.nodes.put({ ...state.node(nodeId), hangNext }),
    resolve: (nodeId, paymentHash, how) => resolvePayment(state, nodeId, paymentHash, how),
    on: state.on,
  }
}

const addNode = (
  state: LightningState,
  options: { id: string; alias: string; localMsat: bigint; remoteMsat: bigint },
): NodeRecord => {
  if (state.nodes.has(options.id)) throw new LightningRefusal(`There is a Lightning node ${options.id} already.`)
  const { secretKey, publicKey } = secp256k1.keygen()
  const key = Buffer.from(publicKey).toString('hex')
  const node: NodeRecord = {
    ...options,
    color: `#${key.slice(2, 8)}`,
    publicKey: key,
    secretKey: Buffer.from(secretKey).toString('hex'),
    inFlightMsat: 0n,
    failNext: 0,
    hangNext: 0,
  }
  state.nodes.put(node)
  return node
}

const describeNode = ({
  secretKey: _secret,
  failNext: _fail,
  hangNext: _hang,
  ...node
}: NodeRecord): LightningNode => ({
  ...node,
  peersCount: 1,
  channelsCount: node.localMsat + node.remoteMsat > 0n ? 1 : 0,
})
