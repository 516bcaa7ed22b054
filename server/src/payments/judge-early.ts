import { centsOfSats, toCents } from '@bitquay/contract/money'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type EnginePayment, findInvoice, type InvoiceReading, type InvoiceRow, optionsOf } from '../invoices/index.ts'
import { getZeroConfirmationLimit } from '../people/index.ts'
import { fetchFromExplorer } from '../platform/bitcoin/explorer.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findDetails, readDetails, saveDetails } from '../transactions/index.ts'
import { findInvoiceRows } from './queries.ts'

/** A payment that pays less is too easily replaced, or never confirms. */
const leastSatPerVb = 2
/** BIP125: a lower sequence signals that the payer may replace the transaction. */
const finalSequence = 0xfffffffe
/** An ordinary payment has few inputs, and each of them is looked up. */
const mostInputs = 20

/**
 * The engine settles an invoice that needs no confirmation as soon as it sees a payment. It counts as paid only if the
 * payment is below the merchant's limit, can't be replaced by a signal and pays enough for a block. Otherwise it is
 * confirming until the first block. Money is booked with the first confirmation in both cases.
 */
export const judgeEarly = async (deps: Deps, merchantId: number, reading: InvoiceReading): Promise<InvoiceReading> => {
  const { snapshot } = reading
  if (snapshot.status !== 'settled' || snapshot.additionalStatus === 'marked') return reading
  const invoice = await findInvoice(deps.db, merchantId, snapshot.invoiceId)
  if (!invoice || optionsOf(invoice).confirmations !== 0) return reading
  const rows = await findInvoiceRows(deps.db, merchantId, snapshot.invoiceId)
  const onChain = reading.payments.filter(({ method, state }) => method === 'on-chain' && state === 'settled')
  const rowOf = ({ key }: EnginePayment) => rows.find(({ engineKey }) => engineKey === key)
  const lost = onChain.filter((payment) => rowOf(payment)?.status === 'failed')
  const early = onChain.filter((payment) => (rowOf(payment)?.status ?? 'pending') === 'pending')
  const decide = (status: 'processing' | 'invalid') => ({ ...reading, snapshot: { ...snapshot, status } })
  // What was paid once and then lost is followed on the chain.
  if (lost.length > 0 && invoice.paidAt === null) return decide(early.length > 0 ? 'processing' : 'invalid')
  if (early.length === 0) return reading
  for (const payment of early) await rememberInputs(deps, payment)
  const isDisputed = early.some((payment) => rowOf(payment)?.disputed)
  if (invoice.status === 'settled' && !isDisputed) return reading
  return !isDisputed && (await areAcceptable(deps, invoice, early)) ? reading : decide('processing')
}

const areAcceptable = async (deps: Deps, invoice: InvoiceRow, early: readonly EnginePayment[]): Promise<boolean> => {
  const limitCents = toCents(await getZeroConfirmationLimit(deps.db, invoice.merchantId))
  const sats = early.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  if (centsOfSats(sats, toCents(invoice.btcPrice ?? '0')) >= limitCents || limitCents === 0n) return false
  for (const payment of early) if (!(await isAcceptable(deps, payment))) return false
  return true
}

/** Saved while the network knows it, so that a conflicting transaction can be found even if this one disappears. */
const rememberInputs = async (deps: Deps, { txid }: EnginePayment) => {
  if (await findDetails(deps.db, txid)) return
  const details = await readDetails(deps, txid)
  if (details) await inTransaction(deps.db, (tx) => saveDetails(tx, txid, details))
}

const status = z.object({ confirmed: z.boolean() })
const transaction = z.object({
  txid: z.string(),
  fee: z.number().int().min(0),
  weight: z.number().int().positive(),
  vin: z.array(z.object({ txid: z.string().regex(/^[0-9a-f]{64}$/), sequence: z.number().int() })),
  vout: z.array(z.object({ value: z.number().int().min(0) })),
  status,
})

/** Only what our own explorer says counts, whatever the store's server claims. */
const isAcceptable = async (deps: Deps, { txid, key, amountSats }: EnginePayment): Promise<boolean> => {
  const found = await fetchFromExplorer(deps, `/tx/${txid}`, transaction)
  if (found?.txid !== txid || found.vout[Number(key.split('-')[1])]?.value !== Number(amountSats)) return false
  if (found.status.confirmed) return true
  if (found.vin.some(({ sequence }) => sequence < finalSequence)) return false
  if (found.fee * 4 < leastSatPerVb * found.weight) return false
  // A parent that can be replaced takes this payment with it.
  const parents = [...new Set(found.vin.map((input) => input.txid))]
  if (parents.length > mostInputs) return false
  for (const parent of parents) {
    if (!(await fetchFromExplorer(deps, `/tx/${parent}/status`, status))?.confirmed) return false
  }
  return true
}
