/**
 * A BTCPay Server (real or simulated) on a regtest chain, and the outside actors that the suite needs. Tests of
 * optional parts that a target doesn't have are skipped with a note.
 */
export type ConformanceTarget = {
  url: string
  /** A server administrator: an unrestricted key, or a password with which the suite creates one. */
  admin: { apiKey: string } | { email: string; password: string }
  /**
   * Server policies that no API returns: may users without server rights create hot wallets and use the internal node?
   */
  policies: { hotWalletsForAll: boolean; internalNodeForAll: boolean }
  /** An external payer with coins, and blocks if nobody else mines on the chain. */
  chain?: Omit<ChainHands, 'mine'> & Partial<Pick<ChainHands, 'mine'>>
  /** Another node on the Lightning network, with a channel to the server's node. */
  lightning?: LightningHands
  /** Lets this much time pass for the server, by advancing its clock or by waiting. */
  passTime(seconds: number): Promise<void>
  /** The host name by which the server reaches this process, for webhooks. 127.0.0.1 unless it runs elsewhere. */
  receiverHost?: string
  /** Path of BTCPay's published `openapi.json`. If set, each response is checked against it. */
  openapiPath?: string
  close(): Promise<void>
}

/** A target whose chain the tests may use: without one, using it skips the test. */
export type EquippedTarget = ConformanceTarget & {
  chain: ChainHands
  /** Ends the running test as skipped, with the reason. */
  skipTest(reason: string): never
}

/** External money: a wallet that isn't the server's, and blocks. */
export type ChainHands = {
  /** Pays from outside and returns the txid. Signals replacement by default. */
  pay(address: string, amountSats: bigint, options?: { replaceable?: boolean }): Promise<string>
  mine(blocks: number): Promise<void>
  /**
   * Replaces one of our unconfirmed payments with a higher fee: by the same payment (`bump`), by one of another amount
   * to the same address, or by one that pays only ourselves (`away`).
   */
  replace(txid: string, how: 'bump' | 'away' | { amountSats: bigint }): Promise<string>
  /** An address outside the server's wallets. */
  foreignAddress(): Promise<string>
}

export type LightningHands = {
  /** Pays completely, or throws. */
  pay(bolt11: string): Promise<void>
  /** Creates an invoice on the external node. */
  createInvoice(amountMsats: bigint): Promise<{ bolt11: string; paymentHash: string }>
  /** Makes the server's next payment hang until it is completed or failed. */
  hangNext?(): Promise<{ complete(): Promise<void>; fail(): Promise<void> }>
  /** Makes the server's next payment fail without a route. */
  failNext?(): Promise<void>
  /** Takes the server's node down and brings it back. */
  setDown?(down: boolean): Promise<void>
}
