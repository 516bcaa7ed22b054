import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { FoundPayment } from '../sends/index.ts'
import { findStoreById, openStore, toTransaction } from '../stores/index.ts'
import { readDetails, saveDetails } from '../transactions/index.ts'
import { findUnknownOf, type UnknownTransaction } from './queries.money.ts'

/** What we only know about a transaction without an explorer. */
type Expected = { address: string | null; amountSats: bigint; networkFeeFrom: 'wallet' | 'amount' }

export type Found = FoundPayment & { unknown: UnknownTransaction }

/** Reads an unknown transaction from its wallet, and what it paid from the explorer. */
export const findPayment = async (
  deps: Deps,
  { storeRef, txid }: { storeRef: number; txid: string },
  expected?: Expected,
  find: () => Promise<UnknownTransaction | undefined> = () => findUnknownOf(deps.db, storeRef, txid),
): Promise<Found> => {
  await readMissingDetails(deps, [{ storeRef, txid, details: undefined }])
  const unknown = await find()
  const store = openStore(await findStoreById(deps.db, storeRef), deps.sealer)
  if (!unknown || !store) throw new ApiError('not-found')
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const read = await client.wallet.getTransaction(store.storeId, txid)
  if (read.kind === 'unreachable' || read.kind === 'unknown') throw new ApiError('engine-unavailable')
  const transaction = toTransaction(unwrap(read))
  return { unknown, transaction, ...describePayment(unknown, expected) }
}

/** Everything that left and isn't the network fee reached the recipient: our sends have one. */
const describePayment = ({ leftSats, arrivedSats, details }: UnknownTransaction, expected: Expected | undefined) => {
  const guessedSats = expected?.networkFeeFrom === 'wallet' ? leftSats - expected.amountSats : 0n
  const networkFeeSats = arrivedSats === null ? (details?.feeSats ?? guessedSats) : leftSats - arrivedSats
  const payeeSats = leftSats - networkFeeSats
  const output = details?.outputs.find(({ sats }) => BigInt(sats) === payeeSats)
  const address = output?.address ?? expected?.address ?? 'unknown'
  const coins = (details?.inputs ?? []).map(({ previousTxid, previousIndex, sats }) => ({
    outpoint: `${previousTxid}-${previousIndex}`,
    amountSats: BigInt(sats),
  }))
  return { address, payeeSats, networkFeeSats, vbytes: Math.ceil((details?.weightUnits ?? 4) / 4), coins }
}

/** How many are asked for at once. The next look at the page continues. */
const most = 20

/** Asks the explorer for what it hasn't told yet. */
export const readMissingDetails = async (
  deps: Deps,
  unknown: readonly Pick<UnknownTransaction, 'storeRef' | 'txid' | 'details'>[],
) => {
  const missing = unknown.filter(({ details }) => details === undefined).slice(0, most)
  for (const { txid } of missing) {
    const details = deps.engine.esploraUrl ? await readDetails(deps, txid) : undefined
    if (details) await inTransaction(deps.db, (tx) => saveDetails(tx, txid, details))
  }
}
