import { fromCents, satsForCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { listFees, sweepThresholdCents } from '../fees/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import { findPayingStore, freshPlatformAddress, lockStore, lockStoreOf } from '../stores/index.ts'
import { feeInvoiceCreated } from './facts.ts'
import { findMerchantsToBill, findOpenSweeps, readListedSats, type ToBill } from './queries.fee-invoices.ts'
import { endFeeInvoice, type FeeInvoice, findOpenFeeInvoice, insertFeeInvoice, saveFeeInvoiceAmount } from './table.ts'

const leastCents = 500n
const atOnceCents = 50_000n

/** The limits of fee invoices in satoshis at this price. */
export const limitsAt = (priceCents: bigint): ToBill => ({
  leastSats: satsForCents(leastCents, priceCents),
  atOnceSats: satsForCents(atOnceCents, priceCents),
  sweepSats: satsForCents(sweepThresholdCents, priceCents),
})

/** Asks a merchant for the fees that it owes. Undefined if it isn't due an invoice anymore. */
export const makeFeeInvoice = async (deps: Deps, merchantId: number): Promise<FeeInvoice | undefined> => {
  const address = await freshPlatformAddress(deps)
  if (address === undefined) return undefined
  return inTransaction(deps.db, async (tx) => {
    await lockWallets(tx, merchantId)
    const { cents } = await findPrice(tx)
    const [due] = await findMerchantsToBill(tx, limitsAt(cents), { most: 1, merchantId })
    if (due === undefined) return undefined
    const invoice = await listEverything(tx, merchantId, { address, priceCents: cents })
    await announce(tx, feeInvoiceCreated, { ...invoice, publicUrl: deps.config.publicUrl })
    return invoice
  })
}

/** No sweep begins meanwhile, and nobody else makes the same invoice. Locks are taken in one order. */
export const lockWallets = async (tx: Tx, merchantId: number) => {
  const paying = await findPayingStore(tx, merchantId)
  await lockStoreOf(tx, merchantId)
  if (paying) await lockStore(tx, paying.id)
}

/** A new invoice lists all fees that aren't being swept, also those of the one that it replaces. */
const listEverything = async (
  tx: Tx,
  merchantId: number,
  { address, priceCents }: { address: string; priceCents: bigint },
): Promise<FeeInvoice> => {
  const replaced = await findOpenFeeInvoice(tx, merchantId)
  if (replaced) await endFeeInvoice(tx, replaced.id, 'replaced')
  const invoice = await insertFeeInvoice(tx, {
    merchantId,
    address,
    amountSats: 1n,
    btcPrice: fromCents(priceCents),
    owedSince: replaced?.owedSince ?? tx.now,
    extendedUntil: replaced?.extendedUntil ?? null,
    reminders: replaced?.reminders ?? 0,
  })
  await listFees(tx, merchantId, invoice.id, await findOpenSweeps(tx, merchantId))
  return saveFeeInvoiceAmount(tx, invoice.id, await readListedSats(tx, merchantId))
}
