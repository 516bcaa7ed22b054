/**
 * A BTCPay Server (real, or one that claims to be) on a regtest chain, and the hands that the suite needs around it.
 * What is optional is skipped, with a word about it, where a target cannot do it.
 */
export type ConformanceTarget = {
  url: string
  /** A server administrator: an unrestricted key, or a password with which the suite creates one. */
  admin: { apiKey: string } | { email: string; password: string }
  /** Server policies that no API shows: may users without server rights make hot wallets and use the internal node? */
  policies: { hotWalletsForAll: boolean; internalNodeForAll: boolean }
  /** Someone outside with coins, and blocks. */
  chain?: ChainHands
  /** Someone else on the Lightning network, with a channel to the server's node. */
  lightning?: LightningHands
  /** Lets that much time go by for the server: by turning its clock, or by waiting. */
  passTime(seconds: number): Promise<void>
  /** The host name by which the server reaches this process, for webhooks. 127.0.0.1 unless it runs elsewhere. */
  receiverHost?: string
  /** Where BTCPay's published `openapi.json` lies; each answer is then checked against it. */
  openapiPath?: string
  close(): Promise<void>
}

/** A target whose chain the tests may count on: where there is none, touching it skips the test. */
export type EquippedTarget = ConformanceTarget & {
  chain: ChainHands
  /** Ends the running test as skipped, with the reason. */
  skipTest(reason: string): never
}

/** Outside money: a wallet that is not the server's, and blocks. */
export type ChainHands = {
  /** Pays from outside and answers the txid. Signals that it may be replaced unless told otherwise. */
  pay(address: string, amountSats: bigint, options?: { replaceable?: boolean }): Promise<string>
  mine(blocks: number): Promise<void>
  /**
   * Replaces an unconfirmed payment of ours, with a higher fee: by the same payment (`bump`), by one of another amount to
   * the same address, or by one that pays nobody but ourselves (`away`).
   */
  replace(txid: string, how: 'bump' | 'away' | { amountSats: bigint }): Promise<string>
  /** An address outside the server's wallets. */
  foreignAddress(): Promise<string>
}

export type LightningHands = {
  /** Pays to the end, or throws. */
  pay(bolt11: string): Promise<void>
  /** An invoice of the outside node. */
  createInvoice(amountMsats: bigint): Promise<{ bolt11: string; paymentHash: string }>
  /** Makes the server's next payment hang, until it is told to go on. */
  hangNext?(): Promise<{ complete(): Promise<void>; fail(): Promise<void> }>
  /** Makes the server's next payment fail for lack of a route. */
  failNext?(): Promise<void>
  /** Takes the server's node away and brings it back. */
  setDown?(down: boolean): Promise<void>
}
