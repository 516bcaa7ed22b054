import type { DecodedBolt11 } from '@bitquay/btcpay/wire/bolt11'

export type LightningNode = {
  readonly id: string
  readonly alias: string
  readonly color: string
  /** 33 bytes in hex. */
  readonly publicKey: string
  readonly localMsat: bigint
  readonly remoteMsat: bigint
  /** Locked in pending payments, in neither of the two balances. */
  readonly inFlightMsat: bigint
  readonly peersCount: number
  readonly channelsCount: number
}

export type LightningInvoice = {
  readonly nodeId: string
  /** The payment hash, as on LND. */
  readonly id: string
  readonly paymentHash: string
  readonly preimage: string
  readonly bolt11: string
  readonly description: string
  /** 0 accepts any amount. */
  readonly amountMsat: bigint
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly status: 'Unpaid' | 'Paid' | 'Expired'
  readonly paidAtMs?: number
  readonly amountReceivedMsat?: bigint
  /** Position in the node's list, from 1. */
  readonly sequence: number
}

export type LightningPayment = {
  readonly nodeId: string
  readonly paymentHash: string
  readonly bolt11: string
  readonly status: 'Pending' | 'Complete' | 'Failed'
  readonly preimage?: string
  readonly createdAtMs: number
  readonly amountMsat: bigint
  /** amount + fee */
  readonly totalMsat: bigint
  readonly feeMsat: bigint
  readonly failure?: PaymentFailure
  readonly sequence: number
}

/** self-payment and expired are detected before anything is tried, so such a payment isn't recorded. */
export type PaymentFailure = 'no-route' | 'self-payment' | 'expired' | 'fee-too-high' | 'rejected' | 'timeout'

export type PayRequest = {
  readonly bolt11: string
  /** Required when the invoice has no amount. May exceed the invoice's. */
  readonly amountMsat?: bigint
  readonly maxFeePercent?: number
  readonly maxFeeSats?: bigint
}

export type PayOutcome =
  | { readonly outcome: 'complete'; readonly payment: LightningPayment }
  /** 202: the result isn't known yet. Find it by hash. */
  | { readonly outcome: 'pending'; readonly payment: LightningPayment }
  | {
      readonly outcome: 'failed'
      readonly reason: PaymentFailure
      readonly message: string
      readonly payment: LightningPayment
    }
  /** Nothing was tried and nothing is recorded. */
  | {
      readonly outcome: 'refused'
      readonly reason:
        | 'bad-bolt11'
        | 'wrong-network'
        | 'amount-missing'
        | 'amount-too-low'
        | 'already-paid'
        | 'in-flight'
      readonly message: string
    }

export type LightningEvents = {
  invoicePaid: { readonly invoice: LightningInvoice }
  /** Emitted once, by the clock, when the invoice wasn't paid in time. */
  invoiceExpired: { readonly invoice: LightningInvoice }
  paymentChanged: { readonly payment: LightningPayment }
}

export type LightningNetwork = {
  /** The node that all stores share by default. */
  readonly sharedNodeId: string
  /** The sandbox's public: pays invoices, and receives our payments. */
  readonly publicNodeId: string
  node(nodeId: string): LightningNode | undefined
  nodes(): LightningNode[]
  createNode(options: { id: string; alias?: string; localMsat?: bigint; remoteMsat?: bigint }): LightningNode
  /** Sets how much the node can send and receive. */
  setLiquidity(nodeId: string, liquidity: { localMsat?: bigint; remoteMsat?: bigint }): LightningNode

  createInvoice(
    nodeId: string,
    options: {
      amountMsat: bigint
      description?: string
      /** Puts only the hash of the description into the BOLT11. */
      descriptionHashOnly?: boolean
      expirySeconds: number
    },
  ): LightningInvoice
  /** Unpaid ones can no longer be paid (status Expired). */
  cancelInvoice(nodeId: string, paymentHash: string): boolean
  invoice(nodeId: string, paymentHash: string): LightningInvoice | undefined
  /** In order of creation, those whose sequence is above `offsetIndex`. */
  invoices(
    nodeId: string,
    page?: { pendingOnly?: boolean; offsetIndex?: number; limit?: number; newestFirst?: boolean },
  ): LightningInvoice[]

  pay(nodeId: string, request: PayRequest): PayOutcome
  payment(nodeId: string, paymentHash: string): LightningPayment | undefined
  /** Without includePending only completed ones, as LND lists them. With it, failed ones too. */
  payments(
    nodeId: string,
    page?: { includePending?: boolean; offsetIndex?: number; limit?: number; newestFirst?: boolean },
  ): LightningPayment[]
  /** The public pays a BOLT11. */
  payFromPublic(bolt11: string, amountMsat?: bigint): PayOutcome
  /** Undefined when malformed or badly signed. */
  decode(bolt11: string): DecodedBolt11 | undefined

  /** Levers: the node's next payments fail without a route, or stay pending until resolved. */
  failNext(nodeId: string, count: number): void
  hangNext(nodeId: string, count: number): void
  /** Ends a pending payment. Completing one whose invoice has expired or was paid otherwise makes it fail. */
  resolve(nodeId: string, paymentHash: string, how: 'complete' | 'fail'): LightningPayment

  /** Listeners run inside the batch, like the chain's. */
  on<E extends keyof LightningEvents>(event: E, listener: (event: LightningEvents[E]) => void): () => void
}
