/** `txid:vout`, the txid in its usual (reversed) hex. */
export type Outpoint = string

export type TransactionInput = {
  readonly txid: string
  readonly vout: number
  readonly scriptSig: string
  readonly sequence: number
  /** Hex items. Empty without a witness. */
  readonly witness: readonly string[]
}

export type TransactionOutput = { readonly amountSats: bigint; readonly script: string }

/** A transaction as decoded from its bytes. */
export type ParsedTransaction = {
  readonly txid: string
  readonly wtxid: string
  readonly version: number
  readonly lockTime: number
  readonly inputs: readonly TransactionInput[]
  readonly outputs: readonly TransactionOutput[]
  readonly size: number
  readonly weight: number
  readonly vsize: number
  readonly isCoinbase: boolean
}

/** Every transaction the sandbox ever accepted, including replaced and evicted ones. */
export type TransactionRecord = {
  readonly txid: string
  readonly hex: string
  /** Zero for a coinbase. */
  readonly feeSats: bigint
  readonly weight: number
  readonly vsize: number
  /** Sandbox time at which it was first seen, in a block or in the mempool. */
  readonly seenAtMs: number
}

export type Confirmation = {
  readonly txid: string
  readonly blockHash: string
  readonly height: number
  readonly position: number
}

export type BlockRecord = {
  readonly hash: string
  readonly height: number
  readonly previousHash: string
  readonly version: number
  readonly merkleRoot: string
  readonly timeSeconds: number
  readonly bits: number
  readonly nonce: number
  /** The coinbase comes first. */
  readonly txids: readonly string[]
  readonly size: number
  readonly weight: number
  readonly feesSats: bigint
  /** Order of arrival. Stale branches are kept and have sequence numbers too. */
  readonly sequence: number
}

export type MempoolEntry = {
  readonly txid: string
  readonly feeSats: bigint
  readonly vsize: number
  readonly seenAtMs: number
  readonly spends: readonly Outpoint[]
  /** BIP125: an input's sequence is below 0xfffffffe. Replacement is also possible without it (full RBF). */
  readonly signalsReplacement: boolean
}

/** An unspent output of the confirmed chain. */
export type Coin = {
  readonly outpoint: Outpoint
  readonly amountSats: bigint
  readonly script: string
  readonly height: number
  readonly isCoinbase: boolean
}

export type RemovalReason = 'replaced' | 'conflict' | 'evicted' | 'expired' | 'reorg'

/**
 * Listeners run synchronously inside the batch that changes the chain, so what they store is atomic with the change.
 * External effects (webhooks) belong in `store.afterSync`. Order in a reorganization: every blockDisconnected from the
 * tip down, then blockConnected upwards, then txRemoved when a transaction leaves the mempool for good.
 */
export type ChainEvents = {
  /** Entered the mempool, by broadcast or because its block was disconnected (`returned`). */
  txSeen: { readonly transaction: ParsedTransaction; readonly entry: MempoolEntry; readonly returned: boolean }
  /** Left the mempool without being mined. `byTxid` is the transaction that replaced it or conflicts with it. */
  txRemoved: { readonly transaction: ParsedTransaction; readonly reason: RemovalReason; readonly byTxid?: string }
  /**
   * Transactions that were in the mempool have left it without an event. The others in the block were never seen
   * before.
   */
  blockConnected: { readonly block: BlockRecord; readonly transactions: readonly ParsedTransaction[] }
  /** Its transactions are unconfirmed now. txSeen follows for those that can return to the mempool. */
  blockDisconnected: { readonly block: BlockRecord; readonly transactions: readonly ParsedTransaction[] }
}

/**
 * The error codes of bitcoind's sendrawtransaction: -22 undecodable, -25 missing inputs, -26 refused by policy or
 * rules, -27 already mined.
 */
export type BroadcastRefusal = { readonly ok: false; readonly rpcCode: -22 | -25 | -26 | -27; readonly message: string }
export type BroadcastOutcome =
  | {
      readonly ok: true
      readonly txid: string
      readonly alreadyInMempool: boolean
      readonly replacedTxids: readonly string[]
    }
  | BroadcastRefusal

export type MineOptions = {
  /** Leaves these transactions and their descendants in the mempool. */
  readonly excludeTxids?: readonly string[]
  /**
   * Mines these raw transactions first, whatever the mempool holds. Conflicting ones leave it. Used for double spends.
   */
  readonly includeHexes?: readonly string[]
  /** No transactions at all. */
  readonly empty?: boolean
}

export type ReorganizeOptions = {
  /** How many blocks of the current tip become stale, 1 or more. */
  readonly depth: number
  /** Length of the new branch. Must be longer than depth. The default is depth + 1. */
  readonly newBlocks?: number
} & MineOptions

export type Tip = { readonly hash: string; readonly height: number; readonly timeSeconds: number }

export type Chain = {
  readonly network: 'regtest'
  tip(): Tip
  blockByHash(hash: string): BlockRecord | undefined
  /** In the active chain. */
  blockAtHeight(height: number): BlockRecord | undefined
  isActive(hash: string): boolean
  /** The whole block as bytes in hex. */
  blockHex(hash: string): string | undefined
  /** Median time of the last 11 blocks up to this one. */
  medianTime(hash: string): number
  /** Every block in order of arrival, including stale ones. */
  blocksInOrder(): IterableIterator<BlockRecord>

  transaction(txid: string): TransactionRecord | undefined
  parsed(txid: string): ParsedTransaction | undefined
  confirmation(txid: string): Confirmation | undefined
  /** 0 in the mempool. Undefined when the transaction is neither there nor in the active chain. */
  confirmations(txid: string): number | undefined
  /** Confirmed and unspent in the chain. The mempool may spend it: see `spenderInMempool`. */
  coin(outpoint: Outpoint): Coin | undefined
  coins(): IterableIterator<Coin>
  /** The transaction that spends it, in the chain or in the mempool. */
  spenderOf(outpoint: Outpoint): string | undefined
  spenderInMempool(outpoint: Outpoint): string | undefined
  /** The output of any known transaction. */
  output(outpoint: Outpoint): TransactionOutput | undefined

  mempoolEntry(txid: string): MempoolEntry | undefined
  /** Newest first. */
  mempool(page?: { skip?: number; take?: number }): MempoolEntry[]
  mempoolSize(): number
  /** Unconfirmed parents and their parents, without the transaction itself. */
  ancestors(txid: string): string[]
  descendants(txid: string): string[]

  /** Decodes, checks and adds to the mempool. Never throws for an invalid transaction. */
  broadcast(hex: string): BroadcastOutcome
  /** Runs the same checks without adding it. Returns the error, or the size and fee. */
  testAccept(hex: string): { ok: true; txid: string; vsize: number; feeSats: bigint } | BroadcastRefusal
  /**
   * Removes the transaction and its descendants from the mempool and returns their txids. They may be broadcast again.
   */
  evict(txid: string): string[]
  /**
   * Evicts everything below this rate, as a full mempool does, and refuses it from now on. The default is 1000 (1
   * sat/vB).
   */
  setMempoolMinimum(satPerKvb: number): string[]
  mempoolMinimum(): number

  /** Mines to the treasury unless another script is given. Block times come from the sandbox clock. */
  mine(blocks?: number, options?: MineOptions & { readonly payoutScript?: string }): BlockRecord[]
  /**
   * Disconnects `depth` blocks and mines a longer branch, all in one batch. Throws a ChainRefusal if an included hex is
   * invalid.
   */
  reorganize(options: ReorganizeOptions): { disconnected: BlockRecord[]; connected: BlockRecord[] }
  /**
   * Submits an external block with full checks. Returns null when it became the tip, 'inconclusive' on a side branch,
   * else bitcoind's reason.
   */
  submitBlock(hex: string): string | null

  /** The rate for a confirmation within this many blocks. */
  feeRate(blockTarget: number): { satPerKvb: number }
  /** Rates by target. A target in between uses the next smaller one. */
  setFeeRates(satPerKvbByTarget: { readonly [blockTarget: number]: number }): void
  feeRates(): { readonly [blockTarget: number]: number }

  /** Undefined when it isn't an address of this network. */
  addressToScript(address: string): string | undefined
  /** Undefined for scripts without an address (OP_RETURN, bare public keys). */
  scriptToAddress(script: string): string | undefined
  /** An output to the script with fewer satoshis than this isn't relayed. */
  dustLimit(script: string): bigint

  on<E extends keyof ChainEvents>(event: E, listener: (event: ChainEvents[E]) => void): () => void
}
