import { EventEmitter } from 'node:events'
import type { Chain } from '../chain/chain-types.ts'
import type { Clock } from '../clock.ts'
import type { Collection, Store } from '../store-types.ts'
import type { LightningEvents, LightningInvoice, LightningNode, LightningPayment } from './lightning-types.ts'

export type NodeRecord = Omit<LightningNode, 'peersCount' | 'channelsCount'> & {
  readonly secretKey: string
  /** Levers: how many of the next payments fail or hang. */
  readonly failNext: number
  readonly hangNext: number
}

export type LightningState = {
  readonly store: Store
  readonly clock: Clock
  readonly chain: Chain
  readonly nodes: Collection<NodeRecord, 'byPublicKey'>
  readonly invoices: Collection<LightningInvoice, 'byNode' | 'open'>
  readonly payments: Collection<LightningPayment, 'byNode' | 'complete'>
  node(nodeId: string): NodeRecord
  emit<E extends keyof LightningEvents>(event: E, value: LightningEvents[E]): void
  on<E extends keyof LightningEvents>(event: E, listener: (event: LightningEvents[E]) => void): () => void
}

export class LightningRefusal extends Error {}

export const hashId = (nodeId: string, paymentHash: string) => `${nodeId}/${paymentHash}`

export const openLightningState = (store: Store, clock: Clock, chain: Chain): LightningState => {
  const events = new EventEmitter()
  events.setMaxListeners(0)
  const state: LightningState = {
    store,
    clock,
    chain,
    nodes: store.collection('lightningNodes', {
      id: ({ id }) => id,
      indexes: { byPublicKey: { key: ({ publicKey }) => publicKey } },
    }),
    invoices: store.collection('lightningInvoices', {
      id: ({ nodeId, paymentHash }) => hashId(nodeId, paymentHash),
      indexes: {
        byNode: { key: ({ nodeId }) => nodeId, order: ({ sequence }) => sequence },
        open: {
          key: ({ nodeId, status }) => (status === 'Unpaid' ? ['', nodeId] : undefined),
          order: ({ expiresAtMs }) => expiresAtMs,
        },
      },
    }),
    payments: store.collection('lightningPayments', {
      id: ({ nodeId, paymentHash }) => hashId(nodeId, paymentHash),
      indexes: {
        byNode: { key: ({ nodeId }) => nodeId, order: ({ sequence }) => sequence },
        complete: {
          key: ({ nodeId, status }) => (status === 'Complete' ? nodeId : undefined),
          order: ({ sequence }) => sequence,
        },
      },
    }),
    node(nodeId) {
      const node = state.nodes.get(nodeId)
      if (!node) throw new LightningRefusal(`There is no Lightning node ${nodeId}.`)
      return node
    },
    emit: (event, value) => void events.emit(event, value),
    on(event, listener) {
      events.on(event, listener)
      return () => events.off(event, listener)
    },
  }
  return state
}
