import { type BtcpayClient, btcToSats, msatsToSatsRoundedDown, type Outcome, parseMsats } from '@bitquay/btcpay'
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
  /** Signed: how it changed the wallet. */
  amountSats: bigint
  confirmations: number
  blockHeight: number | undefined
  seenAt: Date
  invoiceIds: string[]
}

export type Funds = { balanceSats: bigint; coins: Coin[] }
export type WalletReading = Funds & { transactions: WalletTransactionReading[] }

export const pageSize = 100
/** For the platform's own wallet. Older transactions were booked long ago. */
const mostPages = 1000

/** Between two calls anything may change. A wallet where that happens this often is read again by the next sync. */
const mostReadings = 3

/**
 * Reads a wallet from the engine: newest first, until `isOld` says that a page has nothing new. Balance and transactions
 * come from separate calls and are compared with each other, so they are read again if the balance changed meanwhile.
 */
export const readWallet = async (
  client: BtcpayClient,
  storeId: string,
  isOld: (page: readonly WalletTransactionReading[]) => Promise<boolean>,
): Promise<Outcome<WalletReading>> => {
  for (let reading = 1; ; reading++) {
    const wallet = await readOnce(client, storeId, isOld)
    if (wallet.kind !== 'ok') return wallet
    const after = await client.wallet.overview(storeId)
    if (after.kind !== 'ok') return after
    if (btcToSats(after.value.balance) === wallet.value.balanceSats || reading === mostReadings) return wallet
  }
}

const readOnce = async (
  client: BtcpayClient,
  storeId: string,
  isOld: (page: readonly WalletTransactionReading[]) => Promise<boolean>,
): Promise<Outcome<WalletReading>> => {
  const funds = await readFunds(client, storeId)
  if (funds.kind !== 'ok') return funds
  const transactions: WalletTransactionReading[] = []
  for (let page = 0; page < mostPages; page++) {
    const listed = await readPage(client, storeId, page * pageSize)
    if (listed.kind !== 'ok') return listed
    transactions.push(...listed.value)
    if (listed.value.length < pageSize || (await isOld(listed.value))) break
  }
  return { ...funds, value: { ...funds.value, transactions } }
}

export const readFunds = async (client: BtcpayClient, storeId: string): Promise<Outcome<Funds>> => {
  const overview = await client.wallet.overview(storeId)
  if (overview.kind !== 'ok') return overview
  const coins = await client.wallet.listUtxos(storeId)
  if (coins.kind !== 'ok') return coins
  return { ...coins, value: { balanceSats: btcToSats(overview.value.balance), coins: coins.value.map(toCoin) } }
}

/** One page of the history, newest first. */
export const readPage = async (
  client: BtcpayClient,
  storeId: string,
  skip: number,
): Promise<Outcome<WalletTransactionReading[]>> => {
  const listed = await client.wallet.listTransactions(storeId, { skip, limit: pageSize })
  return listed.kind === 'ok' ? { ...listed, value: listed.value.map(toTransaction) } : listed
}

export const toTransaction = (transaction: WalletTransaction): WalletTransactionReading => ({
  txid: transaction.transactionHash,
  amountSats: btcToSats(transaction.amount),
  confirmations: Math.max(0, transaction.confirmations),
  blockHeight: transaction.blockHeight ?? undefined,
  seenAt: new Date(transaction.timestamp * 1000),
  invoiceIds: Object.values(transaction.labels ?? {}).flatMap(({ type, ref }) =>
    type === 'invoice' && ref ? [ref] : [],
  ),
})

/** Confirmed coins and our own change can be spent. An unconfirmed payment from others may still be replaced. */
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

/** What a merchant's own node holds in its channels, in whole satoshis. */
export const readNodeBalance = async (client: BtcpayClient, storeId: string): Promise<Outcome<bigint>> => {
  const answer = await client.lightning.balance(storeId)
  if (answer.kind !== 'ok') return answer
  return { ...answer, value: msatsToSatsRoundedDown(parseMsats(answer.value.offchain?.local ?? '0')) }
}
