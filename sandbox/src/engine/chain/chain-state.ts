import { EventEmitter } from 'node:events'
import type { Clock } from '../clock.ts'
import type { Collection, Store } from '../store-types.ts'
import type {
  BlockRecord,
  ChainEvents,
  Coin,
  Confirmation,
  MempoolEntry,
  Outpoint,
  ParsedTransaction,
  Tip,
  TransactionOutput,
  TransactionRecord,
} from './chain-types.ts'
import { parseTransaction } from './transaction-bytes.ts'

export type Settings = {
  readonly id: 'settings'
  readonly tipHash: string
  readonly nextSequence: number
  readonly payoutScript: string
  readonly mempoolMinimum: number
  readonly feeRates: { readonly [blockTarget: number]: number }
}

/** The chain's stored state and the basic queries on it. */
export type ChainState = {
  readonly store: Store
  readonly clock: Clock
  readonly transactions: Collection<TransactionRecord>
  readonly confirmations: Collection<Confirmation>
  readonly blocks: Collection<BlockRecord, 'inOrder'>
  /** Blocks of branches that were never active have no transaction records, so their bytes are stored here. */
  readonly sideBlocks: Collection<{ readonly hash: string; readonly hex: string }>
  readonly active: Collection<{ readonly height: number; readonly hash: string }>
  readonly coins: Collection<Coin>
  /** Which transaction spends an output in the active chain. */
  readonly spenders: Collection<{ readonly outpoint: Outpoint; readonly txid: string }>
  readonly pool: Collection<MempoolEntry, 'bySpent' | 'bySeen'>
  readonly settings: Collection<Settings>
  get(): Settings
  set(change: Partial<Settings>): void
  tip(): Tip
  blockAt(height: number): BlockRecord | undefined
  parsed(txid: string): ParsedTransaction | undefined
  /** Caches a parsed transaction so that it isn't parsed again. */
  remember(transaction: ParsedTransaction, hex: string): void
  spenderInPool(outpoint: Outpoint): MempoolEntry | undefined
  output(outpoint: Outpoint): TransactionOutput | undefined
  medianTime(hash: string): number
  emit<E extends keyof ChainEvents>(event: E, value: ChainEvents[E]): void
  on<E extends keyof ChainEvents>(event: E, listener: (event: ChainEvents[E]) => void): () => void
}

const parsedAtHand = 20_000

export const openChainState = (store: Store, clock: Clock): ChainState => {
  const events = new EventEmitter()
  events.setMaxListeners(0)
  const parsed = new Map<string, { readonly hex: string; readonly transaction: ParsedTransaction }>()

  const state: ChainState = {
    store,
    clock,
    transactions: store.collection('transactions', { id: ({ txid }) => txid }),
    confirmations: store.collection('confirmations', { id: ({ txid }) => txid }),
    blocks: store.collection('blocks', {
      id: ({ hash }) => hash,
      indexes: { inOrder: { key: () => '', order: ({ sequence }) => sequence } },
    }),
    sideBlocks: store.collection('sideBlocks', { id: ({ hash }) => hash }),
    active: store.collection('activeChain', { id: ({ height }) => `${height}` }),
    coins: store.collection('coins', { id: ({ outpoint }) => outpoint }),
    spenders: store.collection('spenders', { id: ({ outpoint }) => outpoint }),
    pool: store.collection('mempool', {
      id: ({ txid }) => txid,
      indexes: {
        bySpent: { key: ({ spends }) => spends },
        bySeen: { key: () => '', order: ({ seenAtMs }) => seenAtMs },
      },
    }),
    settings: store.collection('chainSettings', { id: ({ id }) => id }),
    get() {
      const found = state.settings.get('settings')
      if (!found) throw new Error('The chain has no genesis yet.')
      return found
    },
    set: (change) => state.settings.put({ ...state.get(), ...change }),
    tip() {
      const { hash, height, timeSeconds } = state.blocks.get(state.get().tipHash) as BlockRecord
      return { hash, height, timeSeconds }
    },
    blockAt: (height) => state.blocks.get(state.active.get(`${height}`)?.hash ?? ''),
    parsed(txid) {
      const record = state.transactions.get(txid)
      if (!record) return undefined
      const known = parsed.get(txid)
      // The same txid may arrive with another witness.
      if (known?.hex === record.hex) return known.transaction
      const transaction = parseTransaction(record.hex)
      state.remember(transaction, record.hex)
      return transaction
    },
    remember(transaction, hex) {
      if (parsed.size >= parsedAtHand) parsed.delete(parsed.keys().next().value as string)
      parsed.set(transaction.txid, { hex, transaction })
    },
    spenderInPool: (outpoint) => state.pool.first('bySpent', outpoint),
    output(outpoint) {
      const coin = state.coins.get(outpoint)
      if (coin) return { amountSats: coin.amountSats, script: coin.script }
      const [txid = '', vout = ''] = outpoint.split(':')
      return state.parsed(txid)?.outputs[Number(vout)]
    },
    medianTime(hash) {
      const times: number[] = []
      for (
        let block = state.blocks.get(hash);
        block && times.length < 11;
        block = state.blocks.get(block.previousHash)
      ) {
        times.push(block.timeSeconds)
      }
      return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
    },
    emit: (event, value) => void events.emit(event, value),
    on(event, listener) {
      events.on(event, listener)
      return () => events.off(event, listener)
    },
  }
  return state
}
