import { z } from 'zod'
import type { PayOutcome } from '../engine/engine.ts'
import { computeDue, computeTotals } from '../engine/invoices/compute-totals.ts'
import { LIGHTNING, ON_CHAIN } from '../engine/invoices/payment-method-ids.ts'
import { toSats } from '../engine/rates/decimal.ts'
import { payFromPublic, sendToSelf } from './chain-levers.ts'
import { btcInput, formatBtc, LeverRefusal, lever, requireSats } from './lever.ts'

/**
 * The public pays an invoice: the amount due, or another amount. Late payments work too, since nobody can stop a payer.
 */
export const pay = lever(
  z.strictObject({
    invoiceId: z.string().min(1).max(100),
    method: z.enum(['onchain', 'lightning']).default('onchain'),
    amountBtc: btcInput.optional(),
    /** Fee rate of the on-chain payment. */
    satPerVb: z.number().min(1).max(10_000).optional(),
    /** False: the on-chain payment doesn't signal that it may be replaced. */
    replaceable: z.boolean().default(true),
    /** The payment spends an unconfirmed transaction of the payer, which is sent first. */
    parent: z.strictObject({ satPerVb: z.number().min(1).max(10_000), replaceable: z.boolean() }).optional(),
  }),
  ({ engine, btcpay }, { invoiceId, method, amountBtc, satPerVb, replaceable, parent }) => {
    const invoice = btcpay.book.find(invoiceId)
    if (!invoice) throw new LeverRefusal(404, 'This invoice doesn’t exist.')
    const methodId = method === 'onchain' ? ON_CHAIN : LIGHTNING
    const prompt = invoice.prompts.find((candidate) => candidate.methodId === methodId)
    if (!prompt) throw new LeverRefusal(409, `The invoice can’t be paid by ${method}.`)
    if (prompt.destination === null) throw new LeverRefusal(409, 'This payment method isn’t activated yet.')
    const dueSats = toSats(computeDue(invoice, computeTotals(invoice), prompt).due)
    const amountSats = amountBtc === undefined ? dueSats : requireSats(amountBtc)
    if (amountSats <= 0n) throw new LeverRefusal(409, 'Nothing is due. Enter an amount to pay more.')

    if (method === 'onchain') {
      const script = engine.chain.addressToScript(prompt.destination)
      if (script === undefined) throw new LeverRefusal(409, 'The invoice has no address.')
      const rate = satPerVb === undefined ? {} : { satPerKvb: Math.round(satPerVb * 1000) }
      const coins = parent ? { outpoint: sendToSelf(engine, 2n * amountSats + 100_000n, parent) } : {}
      const { txid } = payFromPublic(engine, { script, amountSats, replaceable, ...rate, ...coins })
      return { invoiceId, method, txid, amountBtc: formatBtc(amountSats) }
    }
    if (prompt.lightning && btcpay.isNodeDown(prompt.lightning.nodeId)) {
      throw new LeverRefusal(409, 'The Lightning node is down.')
    }
    const given = amountBtc === undefined ? undefined : amountSats * 1000n
    const payment = requirePaid(engine.lightning.payFromPublic(prompt.destination, given))
    return {
      invoiceId,
      method,
      paymentHash: payment.paymentHash,
      status: payment.status,
      amountBtc: formatBtc(payment.amountMsat / 1000n),
    }
  },
)

const millisats = z.string().regex(/^\d{1,18}$/)

/** Sets what the Lightning network does next, and what its public does now. */
export const lightning = lever(
  z.strictObject({
    /** The shared node by default. `public` is the payer. */
    node: z.string().min(1).max(60).optional(),
    failNext: z.int().min(0).max(1000).optional(),
    hangNext: z.int().min(0).max(1000).optional(),
    resolve: z.strictObject({ paymentHash: z.string().length(64), how: z.enum(['complete', 'fail']) }).optional(),
    down: z.boolean().optional(),
    /**
     * The node's BOLT11s stay payable this much longer than their invoices. BTCPay never records a payment made in that
     * time.
     */
    outliveSeconds: z.int().min(0).max(31_536_000).optional(),
    /** Creates a node that belongs to one store. Use it with the connection string `type=sandbox;node=ID`. */
    create: z.strictObject({ alias: z.string().max(60).optional() }).optional(),
    localMsat: millisats.optional(),
    remoteMsat: millisats.optional(),
    /** The public requests money: creates a BOLT11 to pay. */
    ask: z
      .strictObject({
        amountMsat: millisats,
        description: z.string().max(300).optional(),
        expirySeconds: z.int().min(1).max(31_536_000).optional(),
      })
      .optional(),
    /** The public pays a BOLT11. */
    pay: z.strictObject({ bolt11: z.string().min(1).max(4000), amountMsat: millisats.optional() }).optional(),
  }),
  ({ engine, btcpay }, input) => {
    const network = engine.lightning
    const nodeId = input.node === 'public' ? network.publicNodeId : (input.node ?? network.sharedNodeId)
    if (input.create) {
      if (network.node(nodeId)) throw new LeverRefusal(409, 'A node with this name already exists.')
      if (!/^[A-Za-z0-9._-]+$/.test(nodeId))
        throw new LeverRefusal(400, 'A node name can only contain letters, digits, . _ and -.')
      network.createNode({ id: nodeId, ...(input.create.alias === undefined ? {} : { alias: input.create.alias }) })
    }
    if (!network.node(nodeId)) throw new LeverRefusal(404, 'This Lightning node doesn’t exist.')
    if (input.localMsat !== undefined || input.remoteMsat !== undefined) {
      network.setLiquidity(nodeId, {
        ...(input.localMsat === undefined ? {} : { localMsat: BigInt(input.localMsat) }),
        ...(input.remoteMsat === undefined ? {} : { remoteMsat: BigInt(input.remoteMsat) }),
      })
    }
    if (input.failNext !== undefined) network.failNext(nodeId, input.failNext)
    if (input.hangNext !== undefined) network.hangNext(nodeId, input.hangNext)
    if (input.down !== undefined) btcpay.setNodeDown(nodeId, input.down)
    if (input.outliveSeconds !== undefined) btcpay.setOutliveSeconds(nodeId, input.outliveSeconds)
    const resolved =
      input.resolve &&
      requireKnown(() => network.resolve(nodeId, input.resolve?.paymentHash ?? '', input.resolve?.how ?? 'fail'))
    const requested =
      input.ask &&
      network.createInvoice(network.publicNodeId, {
        amountMsat: BigInt(input.ask.amountMsat),
        description: input.ask.description ?? '',
        expirySeconds: input.ask.expirySeconds ?? 3600,
      })
    const paid =
      input.pay &&
      requirePaid(
        network.payFromPublic(
          input.pay.bolt11,
          input.pay.amountMsat === undefined ? undefined : BigInt(input.pay.amountMsat),
        ),
      )
    const payment = paid ?? resolved
    const node = network.node(nodeId)
    return {
      node: nodeId,
      alias: node?.alias ?? '',
      localMsat: String(node?.localMsat ?? 0n),
      remoteMsat: String(node?.remoteMsat ?? 0n),
      down: btcpay.isNodeDown(nodeId),
      bolt11: requested?.bolt11 ?? null,
      paymentHash: requested?.paymentHash ?? payment?.paymentHash ?? null,
      status: payment?.status ?? null,
    }
  },
)

function requirePaid(outcome: PayOutcome) {
  if (outcome.outcome === 'complete' || outcome.outcome === 'pending') return outcome.payment
  throw new LeverRefusal(409, outcome.message)
}

function requireKnown<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new LeverRefusal(409, error instanceof Error ? error.message : 'This payment doesn’t exist.')
  }
}
