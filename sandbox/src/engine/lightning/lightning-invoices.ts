import { randomBytes } from 'node:crypto'
import { sha256 } from '../chain/digests.ts'
import { regtest } from '../chain/regtest.ts'
import { type Bolt11Field, encodeBolt11 } from './bolt11-encode.ts'
import { hashId, LightningRefusal, type LightningState } from './lightning-state.ts'
import type { LightningInvoice, LightningNetwork } from './lightning-types.ts'

type InvoiceOptions = Parameters<LightningNetwork['createInvoice']>[1]

/** LND's default. */
const minFinalCltvExpiry = 80
const varOnion = 9
const paymentSecret = 14
const basicMpp = 17
/** The maximum that fits into one field of a BOLT11. */
const longestDescriptionBytes = 639

export const createInvoice = (state: LightningState, nodeId: string, options: InvoiceOptions): LightningInvoice => {
  const { amountMsat, description = '', descriptionHashOnly = false, expirySeconds } = options
  const node = state.node(nodeId)
  if (amountMsat < 0n) throw new LightningRefusal('The amount is negative.')
  if (!Number.isInteger(expirySeconds) || expirySeconds <= 0) throw new LightningRefusal('The expiry must be positive.')
  const isLong = Buffer.byteLength(description) > longestDescriptionBytes
  if (isLong && !descriptionHashOnly) throw new LightningRefusal('The description is too long.')
  const preimage = randomBytes(32)
  const paymentHash = sha256(preimage).toString('hex')
  const timestampSeconds = state.clock.nowSeconds()
  const fields: Bolt11Field[] = [
    { tag: 'paymentHash', hex: paymentHash },
    descriptionHashOnly
      ? { tag: 'descriptionHash', hex: sha256(Buffer.from(description)).toString('hex') }
      : { tag: 'description', text: description },
    { tag: 'minFinalCltvExpiry', number: minFinalCltvExpiry },
    { tag: 'expiry', number: expirySeconds },
    { tag: 'paymentSecret', hex: randomBytes(32).toString('hex') },
    { tag: 'features', bits: [varOnion, paymentSecret, basicMpp] },
  ]
  const unsigned = { prefix: regtest.lightningPrefix, timestampSeconds, fields }
  const bolt11 = encodeBolt11(
    amountMsat === 0n ? unsigned : { ...unsigned, amountMsat },
    Buffer.from(node.secretKey, 'hex'),
  )
  const invoice: LightningInvoice = {
    nodeId,
    id: paymentHash,
    paymentHash,
    preimage: preimage.toString('hex'),
    bolt11,
    description,
    amountMsat,
    createdAtMs: timestampSeconds * 1000,
    expiresAtMs: (timestampSeconds + expirySeconds) * 1000,
    status: 'Unpaid',
    sequence: state.invoices.count('byNode', nodeId) + 1,
  }
  state.invoices.put(invoice)
  return invoice
}

/** The current status: an invoice not paid in time is expired, even before the clock marks it. */
export const currentInvoice = (state: LightningState, invoice: LightningInvoice): LightningInvoice => {
  const isLate = invoice.status === 'Unpaid' && invoice.expiresAtMs <= state.clock.now()
  return isLate ? { ...invoice, status: 'Expired' } : invoice
}

export const findInvoice = (
  state: LightningState,
  nodeId: string,
  paymentHash: string,
): LightningInvoice | undefined => {
  const invoice = state.invoices.get(hashId(nodeId, paymentHash))
  return invoice && currentInvoice(state, invoice)
}

export const listInvoices = (
  state: LightningState,
  nodeId: string,
  page: { pendingOnly?: boolean; offsetIndex?: number; limit?: number; newestFirst?: boolean },
): LightningInvoice[] => {
  const { pendingOnly = false, offsetIndex = 0, limit: take = Number.POSITIVE_INFINITY, newestFirst = false } = page
  if (pendingOnly) {
    const open = state.invoices.page('open', nodeId).map((invoice) => currentInvoice(state, invoice))
    const pending = open.filter(({ status, sequence }) => status === 'Unpaid' && sequence > offsetIndex)
    pending.sort((a, b) => (newestFirst ? b.sequence - a.sequence : a.sequence - b.sequence))
    return pending.slice(0, take)
  }
  // Sequences have no gaps, so an offset is a number of entries to skip.
  const found = state.invoices.page('byNode', nodeId, { skip: newestFirst ? 0 : offsetIndex, take, newestFirst })
  return found.filter(({ sequence }) => sequence > offsetIndex).map((invoice) => currentInvoice(state, invoice))
}

export const cancelInvoice = (state: LightningState, nodeId: string, paymentHash: string): boolean => {
  const invoice = findInvoice(state, nodeId, paymentHash)
  if (invoice?.status !== 'Unpaid') return false
  state.invoices.put({ ...invoice, status: 'Expired' })
  return true
}

/** Marks expired invoices. */
export const sweepExpired = (state: LightningState): void => {
  state.store.batch(() => {
    const nowMs = state.clock.now()
    for (
      let next = state.invoices.first('open', '');
      next && next.expiresAtMs <= nowMs;
      next = state.invoices.first('open', '')
    ) {
      const expired: LightningInvoice = { ...next, status: 'Expired' }
      state.invoices.put(expired)
      state.emit('invoiceExpired', { invoice: expired })
    }
  })
}
