import type { BtcpayClient } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { readInvoice } from '../invoices/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { lockStoreAsRead, type ReadyStore, toTransaction } from '../stores/index.ts'
import { findDetails, postponeOutputs, readDetails } from '../transactions/index.ts'
import { announcePayment } from './notify-payment.ts'
import { notifyRefiled } from './notify-refiled.ts'
import { areOutputsDue, findOutputsDue, findOwnAddresses, walletOf } from './queries.ts'
import { type Output, recordWallet } from './record-wallet.ts'

/** Per sync. The next sync continues with the others. */
const mostLookUps = 20
/** A merchant's own server may report any number. */
const mostLabels = 10

/**
 * Finds the outputs of payments that were saved without one, because their coins and labels came late or the coins were
 * spent. Coins name their address, labels an invoice that lists its payments, and the explorer, if there is one, all
 * outputs. The merchant gets one email about all booked payments that turn out to be for somebody.
 */
export const askForOutputs = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  merchantId: number,
  coins: readonly Output[],
) => {
  const owner = walletOf({ store, merchantId })
  for (const { id, txid } of await findOutputsDue(deps.db, owner, mostLookUps)) {
    const found = await client.wallet.getTransaction(store.storeId, txid)
    // No answer means nothing.
    if (found.kind !== 'ok' && !(found.kind === 'refused' && found.status === 404)) return
    const transaction = found.kind === 'ok' ? toTransaction(found.value) : undefined
    const labeled = await readLabeled(client, store, txid, transaction?.invoiceIds ?? [])
    const outputs = [
      ...coins.filter((coin) => coin.txid === txid),
      ...(labeled ?? []),
      ...(await readExplorer(deps, merchantId, txid)),
    ]
    await inTransaction(deps.db, async (tx) => {
      if (!(await lockStoreAsRead(tx, store))) return
      const wallet = { coins: [...byOutpoint(outputs).values()], transactions: transaction ? [transaction] : [] }
      const changed = await recordWallet(tx, deps, owner, wallet)
      await postponeOutputs(tx, id, labeled !== undefined)
      if (changed) await announcePayment(tx, deps.config.publicUrl, merchantId)
    })
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await areOutputsDue(tx, merchantId))) await notifyRefiled(tx, deps.config.publicUrl, merchantId)
  })
}

const byOutpoint = (outputs: readonly Output[]) => new Map(outputs.map((output) => [output.outpoint, output]))

/**
 * The payments in this transaction that the invoices of its labels list, also those of deposit addresses. Undefined if
 * one of them can't be read now.
 */
const readLabeled = async (
  client: BtcpayClient,
  { storeId }: ReadyStore,
  txid: string,
  invoiceIds: readonly string[],
): Promise<Output[] | undefined> => {
  const outputs: Output[] = []
  for (const invoiceId of invoiceIds.slice(0, mostLabels)) {
    const reading = await readInvoice(client, storeId, invoiceId, [])
    if (reading.kind !== 'ok') return undefined
    for (const { key, address, amountSats, ...payment } of reading.value?.payments ?? []) {
      if (payment.txid !== txid || payment.method !== 'on-chain' || address === undefined) continue
      outputs.push({ outpoint: key, txid, address, amountSats })
    }
  }
  return outputs
}

/** Other outputs are strangers', or of an address of the wallet that stands for nothing. */
const readExplorer = async (deps: Deps, merchantId: number, txid: string): Promise<Output[]> => {
  const details = (await findDetails(deps.db, txid)) ?? (await readDetails(deps, txid))
  const outputs = (details?.outputs ?? []).flatMap(({ address, sats, index }) =>
    address === null ? [] : [{ outpoint: `${txid}-${index}`, txid, address, amountSats: BigInt(sats) }],
  )
  const own = await findOwnAddresses(
    deps,
    merchantId,
    outputs.map(({ address }) => address),
  )
  return outputs.filter(({ address }) => own.has(address))
}
