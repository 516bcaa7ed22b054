import type { Utxo, WalletTransaction } from '@bitquay/btcpay/wire/wallet'
import type { HistoryEntry, Wallets } from '../../engine/engine.ts'
import { formatDecimal, fromSats } from '../../engine/rates/decimal.ts'
import { notFound } from '../errors.ts'
import type { QueryReader } from '../read-query.ts'
import type { Call, Route } from '../route.ts'
import { atWallet } from './wallet-route.ts'

const VIEW = 'store.canviewwallet'

export const walletTransactionRoutes: Route[] = [
  atWallet('GET', '/transactions', VIEW, ({ btcpay, query }, store) =>
    list(btcpay.engine.wallets, store.id, query).map((entry) => toTransactionView(withoutLateLabels(btcpay, entry))),
  ),

  atWallet('GET', '/transactions/:transactionId', VIEW, (call, store) => toTransactionView(entryOf(call, store.id))),

  atWallet('PATCH', '/transactions/:transactionId', 'store.canmanagewallettransactions', (call, store) => {
    const { wallets } = call.btcpay.engine
    const { txid } = call.query.flag('force', false)
      ? { txid: call.params['transactionId'] ?? '' }
      : entryOf(call, store.id)
    const body = call.fields()
    const comment = body.text('comment')
    const labels = body.texts('labels')
    body.check()
    wallets.annotate(store.id, txid, {
      ...(comment === undefined ? {} : { comment }),
      ...(labels ? { labels: Object.fromEntries(labels.map((text) => [text, { type: 'raw', text }])) } : {}),
    })
    return toTransactionView(entryOf(call, store.id))
  }),

  atWallet('GET', '/utxos', VIEW, ({ btcpay }, store) =>
    [...btcpay.engine.wallets.coins(store.id), ...btcpay.replacedCoins.of(store.id)].flatMap((coin): Utxo[] => {
      const [txid = '', vout = ''] = coin.outpoint.split(':')
      if (btcpay.lateParts.isMissing('coins', txid)) return []
      const found = btcpay.engine.wallets.historyEntry(store.id, txid)
      const entry = found && withoutLateLabels(btcpay, found)
      return [
        {
          outpoint: `${txid}-${vout}`,
          amount: formatDecimal(fromSats(coin.amountSats), 8),
          address: coin.address,
          keyPath: coin.keyPath,
          confirmations: coin.confirmations,
          timestamp: Math.floor(coin.seenAtMs / 1000),
          link: null,
          comment: entry?.comment ?? '',
          labels: toLabels(entry?.labels ?? {}),
        },
      ]
    }),
  ),
]

/**
 * BTCPay's list has three paths. Without a filter `skip` is applied twice (in SQL and again in memory), so skip=10
 * limit=10 returns nothing useful. With a status filter it is applied once. With status and label the result is a union
 * with duplicates. All three bugs are reproduced, because clients must handle them.
 */
function list(wallets: Wallets, walletId: string, query: QueryReader): HistoryEntry[] {
  const skip = Math.max(0, query.integer('skip') ?? 0)
  const requestedLimit = query.integer('limit')
  const limit = requestedLimit === undefined ? undefined : Math.max(0, requestedLimit)
  const page = <T>(entries: T[]) => entries.slice(skip, limit === undefined ? undefined : skip + limit)
  const statuses = new Set(query.texts('statusFilter').map((status) => status.toLowerCase()))
  const label = query.text('labelFilter')
  const wantsConfirmed = statuses.has('confirmed')
  const wantsUnconfirmed = statuses.has('unconfirmed')

  if (statuses.size === 0 && label === undefined) {
    return page(wallets.history(walletId, { skip, ...(limit === undefined ? {} : { limit }) }))
  }
  const take = limit === undefined ? {} : { limit }
  const byLabel = label === undefined ? [] : wallets.history(walletId, { label })
  if (!wantsConfirmed && !wantsUnconfirmed) return page(byLabel)
  if (label !== undefined) {
    const byStatus = wantsConfirmed && wantsUnconfirmed ? {} : { status: statusOf(wantsConfirmed) }
    return page([...byLabel, ...wallets.history(walletId, byStatus)])
  }
  if (wantsConfirmed && wantsUnconfirmed) return wallets.history(walletId, { skip, ...take })
  return wallets.history(walletId, { status: statusOf(wantsConfirmed), skip, ...take })
}

const statusOf = (wantsConfirmed: boolean): 'confirmed' | 'unconfirmed' =>
  wantsConfirmed ? 'confirmed' : 'unconfirmed'

function entryOf({ btcpay, params }: Call, walletId: string): HistoryEntry {
  const entry = btcpay.engine.wallets.historyEntry(walletId, (params['transactionId'] ?? '').toLowerCase())
  if (!entry) throw notFound('transaction-not-found', 'The transaction was not found.')
  return withoutLateLabels(btcpay, entry)
}

const withoutLateLabels = ({ lateParts }: Call['btcpay'], entry: HistoryEntry): HistoryEntry =>
  lateParts.isMissing('labels', entry.txid) ? { ...entry, labels: {} } : entry

export function toTransactionView(entry: HistoryEntry): WalletTransaction {
  return {
    transactionHash: entry.txid,
    comment: entry.comment,
    amount: formatDecimal(fromSats(entry.amountSats), 8),
    blockHash: entry.blockHash ?? null,
    blockHeight: entry.height ?? null,
    confirmations: entry.confirmations,
    timestamp: Math.floor(entry.seenAtMs / 1000),
    status: entry.confirmations > 0 ? 'Confirmed' : 'Unconfirmed',
    labels: toLabels(entry.labels),
  }
}

function toLabels(labels: HistoryEntry['labels']): NonNullable<WalletTransaction['labels']> {
  return Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, { ...label }]))
}
