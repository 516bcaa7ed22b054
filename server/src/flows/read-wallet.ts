import { type BtcpayClient, btcToSats, type Outcome } from '@bitquay/btcpay'
import type { Utxo, WalletTransaction } from '@bitquay/btcpay/wire/wallet'

export type Coin = {
  outpoint: string
  txid: string
  address: string
  amountSats: bigint
  confirmed: boolean
  spendable: boolean
}

export type WalletTransactionReading = {
  txid: string
  /** Signed: what it changed in the wallet. */
  amountSats: bigint
  confirmations: number
  blockHeight: number | undefined
  seenAt: Date
  invoiceIds: string[]
}

export type WalletReading = { balanceSats: bigint; coins: Coin[]; transactions: WalletTransactionReading[] }

const pageSize = 100

/** Asks the engine what is in a wallet: newest first, until `isOld` says that a page holds nothing new. */
export const readWallet = async (
  client: BtcpayClient,
  storeId: string,
  isOld: (page: readonly WalletTransactionReading[]) => Promise<boolean>,
): Promise<Outcome<WalletReading>> => {
  const overview = await client.wallet.overview(storeId)
  if (overview.kind !== 'ok') return overview
  const coins = await client.wallet.listUtxos(storeId)
  if (coins.kind !== 'ok') return coins
  const transactions: WalletTransactionReading[] = []
  for (let skip = 0; ; skip += pageSize) {
    const listed = await client.wallet.listTransactions(storeId, { skip, limit: pageSize })
    if (listed.kind !== 'ok') return listed
    const page = listed.value.map(toTransaction)
    transactions.push(...page)
    if (page.length < pageSize || (await isOld(page))) break
  }
  return {
    ...overview,
    value: { balanceSats: btcToSats(overview.value.balance), coins: coins.value.map(toCoin), transactions },
  }
}

const toTransaction = (transaction: WalletTransaction): WalletTransactionReading => ({
  txid: transaction.transactionHash,
  amountSats: btcToSats(transaction.amount),
  confirmations: Math.max(0, transaction.confirmations),
  blockHeight: transaction.blockHeight ?? undefined,
  seenAt: new Date(transaction.timestamp * 1000),
  invoiceIds: Object.values(transaction.labels ?? {}).flatMap(({ type, ref }) =>
    type === 'invoice' && ref ? [ref] : [],
  ),
})

/** Confirmed coins and our own change can be spent; what a stranger sent may still be taken back. */
export const toCoin = (coin: Utxo): Coin => {
  const outpoint = coin.outpoint.replace(':', '-')
  return {
    outpoint,
    txid: outpoint.split('-')[0] ?? outpoint,
    address: coin.address,
    amountSats: btcToSats(coin.amount),
    confirmed: coin.confirmations > 0,
    spendable: coin.confirmations > 0 || /(^|\/)1\/\d+$/.test(coin.keyPath),
  }
}
