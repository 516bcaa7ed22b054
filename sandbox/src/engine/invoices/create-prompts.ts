import type { Engine } from '../engine.ts'
import { decimal, formatDecimal, fromSats, toSats } from '../rates/decimal.ts'
import type { ShopStore } from '../stores/store.ts'
import { computeDue, computeTotals } from './compute-totals.ts'
import { type Invoice, orderIdOf, type Prompt } from './invoice.ts'
import { LIGHTNING, type MethodId, ON_CHAIN } from './payment-method-ids.ts'

export type PromptContext = {
  engine: Engine
  /** A lever can take a Lightning node down. */
  isNodeDown(nodeId: string): boolean
  /** How much longer than requested a node's BOLT11s can be paid: hosted wallets choose their own expiry. */
  outliveSeconds(nodeId: string): number
}

export type PromptOutcome = { prompt: Prompt; watch: string[] } | { problem: string }

/** The network fee is computed for a transaction of 100 virtual bytes. */
const FEE_VBYTES = 100n

export const feeForNextPayment = (satPerKvb: number): string =>
  formatDecimal(fromSats((BigInt(Math.round(satPerKvb)) * FEE_VBYTES + 999n) / 1000n), 8)

/** A method that is activated when the payer chooses it. */
export const lazyPrompt = (methodId: MethodId): Prompt => ({
  methodId,
  activated: false,
  destination: null,
  methodFee: '0',
})

/** Makes a method payable: with an address of the store's wallet, or a BOLT11 of its node. */
export const createPrompt = (
  context: PromptContext,
  store: ShopStore,
  invoice: Invoice,
  methodId: MethodId,
): PromptOutcome => {
  if (methodId === ON_CHAIN) return onChainPrompt(context, store, invoice)
  if (methodId === LIGHTNING) return lightningPrompt(context, store, invoice)
  return { problem: `${methodId}: Payment method unavailable (LNURL is not served by this server)` }
}

const onChainPrompt = ({ engine }: PromptContext, store: ShopStore, invoice: Invoice): PromptOutcome => {
  const wallet = engine.wallets.find(store.id)
  if (!store.onChain || !wallet) return { problem: `${ON_CHAIN}: No wallet has been linked to this store` }
  const { satPerKvb } = engine.chain.feeRate(store.settings.recommendedFeeBlockTarget)
  const methodFee = invoice.networkFeeMode === 'Always' ? feeForNextPayment(satPerKvb) : '0'
  const draft: Prompt = { methodId: ON_CHAIN, activated: true, destination: null, methodFee }
  const dueSats = toSats(computeDue(invoice, computeTotals(invoice), draft).due)
  if (invoice.type === 'Standard' && dueSats > 0n && dueSats < DUST_SATS) {
    return {
      problem: `${ON_CHAIN}: Amount below the dust threshold. For amounts of this size, it is recommended to enable an off-chain (Lightning) payment method`,
    }
  }
  const { address, index, keyPath } = engine.wallets.reserveAddress(store.id)
  return {
    watch: [address],
    prompt: {
      ...draft,
      destination: address,
      onChain: { keyPath, keyIndex: index, satPerKvb, accountDerivation: wallet.scheme ?? wallet.accountXpub },
    },
  }
}

/** The dust limit of a pay-to-witness-public-key-hash output at the default relay fee. */
const DUST_SATS = 294n

const lightningPrompt = (
  { engine, isNodeDown, outliveSeconds }: PromptContext,
  store: ShopStore,
  invoice: Invoice,
): PromptOutcome => {
  if (!store.lightning) return { problem: `${LIGHTNING}: No wallet has been linked to this store` }
  if (invoice.type === 'TopUp') {
    return { problem: `${LIGHTNING}: Lightning Network payment method is not available for top-up invoices` }
  }
  const { nodeId } = store.lightning
  const node = engine.lightning.node(nodeId)
  if (!node || isNodeDown(nodeId)) {
    return { problem: `${LIGHTNING}: The lightning node did not reply in a timely manner` }
  }
  const draft: Prompt = { methodId: LIGHTNING, activated: true, destination: null, methodFee: '0' }
  const dueSats = toSats(computeDue(invoice, computeTotals(invoice), draft).due)
  if (dueSats <= 0n) return { problem: `${LIGHTNING}: Nothing is due` }
  const created = engine.lightning.createInvoice(nodeId, {
    amountMsat: dueSats * 1000n,
    description: describe(store, invoice),
    expirySeconds: Math.max(1, invoice.expiresAt - engine.clock.nowSeconds()) + outliveSeconds(nodeId),
  })
  return {
    watch: [created.paymentHash],
    prompt: {
      ...draft,
      destination: created.bolt11,
      lightning: {
        nodeId,
        invoiceId: created.id,
        paymentHash: created.paymentHash,
        nodeUri: `${node.publicKey}@127.0.0.1:9735`,
      },
    },
  }
}

const describe = (store: ShopStore, invoice: Invoice): string => {
  const itemDesc = invoice.metadata['itemDesc']
  return store.settings.lightningDescriptionTemplate
    .replace(/\{StoreName\}/gi, () => store.settings.name)
    .replace(/\{ItemDescription\}/gi, () => (typeof itemDesc === 'string' ? itemDesc : ''))
    .replace(/\{OrderId\}/gi, () => orderIdOf(invoice) ?? '')
}

/** Whether the store's criteria allow the method for an invoice of this price. */
export const meetsCriteria = (store: ShopStore, invoice: Invoice, methodId: MethodId): boolean =>
  store.settings.paymentMethodCriteria
    .filter((criterion) => criterion.paymentMethodId === methodId && criterion.currencyCode === invoice.currency)
    .every((criterion) => {
      const [price, limit] = [decimal(invoice.price), decimal(criterion.amount)]
      return invoice.type === 'TopUp' || (criterion.above ? price >= limit : price <= limit)
    })
