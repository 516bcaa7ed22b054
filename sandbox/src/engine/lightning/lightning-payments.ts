import { type DecodedBolt11, decodeBolt11 } from '@bitquay/btcpay/wire/bolt11'
import { regtest } from '../chain/regtest.ts'
import { findInvoice } from './lightning-invoices.ts'
import { hashId, LightningRefusal, type LightningState, type NodeRecord } from './lightning-state.ts'
import type { LightningInvoice, LightningPayment, PaymentFailure, PayOutcome, PayRequest } from './lightning-types.ts'

/** One hop through the public's hub: one satoshi plus half a permille. */
const feeBaseMsat = 1000n
const feePerMillion = 500n

const messages: { readonly [failure in PaymentFailure]: string } = {
  'no-route': 'Unable to find a route to the destination.',
  'self-payment': 'self-payments not allowed',
  expired: 'invoice expired',
  'fee-too-high': 'Unable to find a route within the maximum fee.',
  rejected: 'The destination refused the payment: unknown payment hash or amount.',
  timeout: 'The payment timed out.',
}

export const payInvoice = (state: LightningState, nodeId: string, request: PayRequest): PayOutcome => {
  const decoded = decodeBolt11(request.bolt11)
  if (!decoded) return refused('bad-bolt11', 'The BOLT11 is not valid.')
  if (decoded.prefix !== regtest.lightningPrefix) return refused('wrong-network', 'The BOLT11 is for another network.')
  const amountMsat = request.amountMsat ?? decoded.amountMsat
  if (amountMsat === undefined || amountMsat <= 0n)
    return refused('amount-missing', 'The invoice leaves the amount open.')
  if (amountMsat < (decoded.amountMsat ?? 0n)) return refused('amount-too-low', 'The invoice asks for more.')
  const earlier = state.payments.get(hashId(nodeId, decoded.paymentHash))
  if (earlier?.status === 'Complete') return refused('already-paid', 'invoice is already paid')
  if (earlier?.status === 'Pending') return refused('in-flight', 'payment is in transition')
  return state.store.batch(() => attempt(state, nodeId, request, decoded, amountMsat, earlier))
}

export const resolvePayment = (
  state: LightningState,
  nodeId: string,
  paymentHash: string,
  how: 'complete' | 'fail',
) => {
  const payment = state.payments.get(hashId(nodeId, paymentHash))
  if (payment?.status !== 'Pending') throw new LightningRefusal('There is no such pending payment.')
  return state.store.batch(() => {
    const node = state.node(nodeId)
    const { totalMsat, amountMsat } = payment
    state.nodes.put({ ...node, localMsat: node.localMsat + totalMsat, inFlightMsat: node.inFlightMsat - totalMsat })
    const decoded = decodeBolt11(payment.bolt11) as DecodedBolt11
    if (how === 'fail') return record(state, { ...payment, status: 'Failed', failure: 'timeout' })
    const destination = findDestination(state, decoded, amountMsat)
    if (typeof destination === 'string') return record(state, { ...payment, status: 'Failed', failure: destination })
    return settle(state, payment, destination)
  })
}

export const listPayments = (
  state: LightningState,
  nodeId: string,
  page: { includePending?: boolean; offsetIndex?: number; limit?: number; newestFirst?: boolean },
): LightningPayment[] => {
  const { includePending = false, offsetIndex = 0, limit = Number.POSITIVE_INFINITY, newestFirst = false } = page
  const index = includePending ? 'byNode' : 'complete'
  const found: LightningPayment[] = []
  const from = newestFirst ? undefined : offsetIndex + 1
  for (const payment of state.payments.walk(index, nodeId, { newestFirst, ...(from === undefined ? {} : { from }) })) {
    if (payment.sequence <= offsetIndex || found.length >= limit) break
    found.push(payment)
  }
  return found
}

const attempt = (
  state: LightningState,
  nodeId: string,
  request: PayRequest,
  decoded: DecodedBolt11,
  amountMsat: bigint,
  earlier: LightningPayment | undefined,
): PayOutcome => {
  const node = state.node(nodeId)
  const { paymentHash } = decoded
  const feeMsat = feeBaseMsat + (amountMsat * feePerMillion) / 1_000_000n
  const payment: LightningPayment = {
    nodeId,
    paymentHash,
    bolt11: request.bolt11,
    status: 'Pending',
    createdAtMs: state.clock.now(),
    amountMsat,
    feeMsat,
    totalMsat: amountMsat + feeMsat,
    sequence: earlier?.sequence ?? state.payments.count('byNode', nodeId) + 1,
  }
  const fail = (reason: PaymentFailure): PayOutcome => {
    const failed: LightningPayment = { ...payment, status: 'Failed', failure: reason }
    const isNoticedBefore = reason === 'self-payment' || reason === 'expired'
    return {
      outcome: 'failed',
      reason,
      message: messages[reason],
      payment: isNoticedBefore ? failed : record(state, failed),
    }
  }
  if (decoded.payeePublicKey === node.publicKey) return fail('self-payment')
  if ((decoded.timestampSeconds + decoded.expirySeconds) * 1000 <= state.clock.now()) return fail('expired')
  if (node.failNext > 0) {
    state.nodes.put({ ...node, failNext: node.failNext - 1 })
    return fail('no-route')
  }
  if (node.localMsat < payment.totalMsat) return fail('no-route')
  if (isOverMaximum(request, amountMsat, feeMsat)) return fail('fee-too-high')
  if (node.hangNext > 0) {
    state.nodes.put({
      ...node,
      hangNext: node.hangNext - 1,
      localMsat: node.localMsat - payment.totalMsat,
      inFlightMsat: node.inFlightMsat + payment.totalMsat,
    })
    return { outcome: 'pending', payment: record(state, payment) }
  }
  const destination = findDestination(state, decoded, amountMsat)
  if (typeof destination === 'string') return fail(destination)
  return { outcome: 'complete', payment: settle(state, payment, destination) }
}

const isOverMaximum = ({ maxFeePercent, maxFeeSats }: PayRequest, amountMsat: bigint, feeMsat: bigint): boolean => {
  // A percentage may have a fraction. Four digits of it are enough.
  const byPercent =
    maxFeePercent === undefined ? undefined : (amountMsat * BigInt(Math.round(maxFeePercent * 10_000))) / 1_000_000n
  const byAmount = maxFeeSats === undefined ? undefined : maxFeeSats * 1000n
  return (byPercent !== undefined && feeMsat > byPercent) || (byAmount !== undefined && feeMsat > byAmount)
}

type Destination = { readonly node: NodeRecord; readonly invoice: LightningInvoice }

const findDestination = (
  state: LightningState,
  decoded: DecodedBolt11,
  amountMsat: bigint,
): Destination | PaymentFailure => {
  const node = state.nodes.first('byPublicKey', decoded.payeePublicKey)
  if (!node || node.remoteMsat < amountMsat) return 'no-route'
  const invoice = findInvoice(state, node.id, decoded.paymentHash)
  if (invoice?.status !== 'Unpaid' || amountMsat < invoice.amountMsat) return 'rejected'
  return { node, invoice }
}

const settle = (state: LightningState, payment: LightningPayment, { node, invoice }: Destination): LightningPayment => {
  const payer = state.node(payment.nodeId)
  const { amountMsat, totalMsat } = payment
  state.nodes.put({ ...payer, localMsat: payer.localMsat - totalMsat, remoteMsat: payer.remoteMsat + totalMsat })
  state.nodes.put({ ...node, localMsat: node.localMsat + amountMsat, remoteMsat: node.remoteMsat - amountMsat })
  const paid: LightningInvoice = {
    ...invoice,
    status: 'Paid',
    paidAtMs: state.clock.now(),
    amountReceivedMsat: amountMsat,
  }
  state.invoices.put(paid)
  const complete = record(state, { ...payment, status: 'Complete', preimage: invoice.preimage })
  state.emit('invoicePaid', { invoice: paid })
  return complete
}

const record = (state: LightningState, payment: LightningPayment): LightningPayment => {
  state.payments.put(payment)
  state.emit('paymentChanged', { payment })
  return payment
}

const refused = (reason: Extract<PayOutcome, { outcome: 'refused' }>['reason'], message: string): PayOutcome => ({
  outcome: 'refused',
  reason,
  message,
})
