import type { Outpoint } from '../chain/chain-types.ts'

export type WordList =
  | 'English'
  | 'Japanese'
  | 'Spanish'
  | 'French'
  | 'PortugueseBrazil'
  | 'Czech'
  | 'ChineseSimplified'
  | 'ChineseTraditional'
  | 'Italian'
  | 'Korean'

export type CreateWallet = {
  /** The caller's id, for example a store's. */
  readonly id: string
  readonly mnemonic?: string
  readonly wordList?: WordList
  readonly wordCount?: 12 | 15 | 18 | 21 | 24
  readonly passphrase?: string
  readonly accountNumber?: number
  /** A hot wallet keeps its seed and can sign. False makes it watch-only. */
  readonly keepKeys: boolean
}

export type Wallet = {
  readonly id: string
  /**
   * The account that it watches: the extended public key of the network (`tpub…`) for P2WPKH, else BTCPay's derivation
   * scheme. The sorted keys of a multisig are in one order here, whatever order they were given in.
   */
  readonly accountXpub: string
  /** The derivation scheme as it was given, if it differs from `accountXpub`. */
  readonly scheme?: string
  /** Each key of the scheme with its origin, in the given order. Undefined for a wallet that was generated here. */
  readonly accountKeys?: readonly AccountKey[]
  /** `84'/1'/0'` */
  readonly accountKeyPath: string
  /** 8 hex characters, of the master key. Undefined for a wallet created from an xpub. */
  readonly masterFingerprint?: string
  /** May sign here. It also needs a seed, which the network keeps for each account, not for each wallet. */
  readonly isHot: boolean
  /** Only a hot wallet that was generated here has its recovery phrase. */
  readonly mnemonic?: string
  readonly passphrase?: string
  readonly accountNumber: number
}

/** An account key and where it comes from. A key without both parts of its origin is its own root. */
export type AccountKey = {
  readonly xpub: string
  /** 8 hex characters, of the master key. */
  readonly fingerprint?: string
  /** `84'/1'/0'` */
  readonly keyPath?: string
}

export type WatchWallet = {
  readonly id: string
  /** In BTCPay's spelling: `tpub`, `tpub-[p2sh]`, `2-of-tpub-tpub-tpub`. */
  readonly scheme: string
  readonly accountKeys?: readonly AccountKey[]
  /** Signs with the seed that was ever kept for this account, whoever created it: BTCPay's danger, reproduced. */
  readonly isHot?: boolean
}

export type WalletAddress = {
  readonly walletId: string
  readonly address: string
  readonly script: string
  /** 0 receive, 1 change */
  readonly branch: 0 | 1
  readonly index: number
  /** `0/5`, relative to the account. */
  readonly keyPath: string
  readonly isReserved: boolean
  /** A transaction has paid it at least once. */
  readonly isUsed: boolean
}

export type WalletBalance = {
  /** What the wallet owns, including the mempool. */
  readonly totalSats: bigint
  /** Confirmed coins, *also those that the mempool already spends*: BTCPay's bug, reproduced. */
  readonly confirmedSats: bigint
  /** total − confirmed. Negative while a spend is unconfirmed. */
  readonly unconfirmedSats: bigint
  /** Coinbase coins younger than 100 blocks, part of total. */
  readonly immatureSats: bigint
}

export type WalletCoin = {
  readonly outpoint: Outpoint
  readonly amountSats: bigint
  readonly script: string
  readonly address: string
  readonly keyPath: string
  readonly confirmations: number
  readonly seenAtMs: number
}

export type Label = { readonly type: string; readonly text: string; readonly [field: string]: unknown }

export type HistoryEntry = {
  readonly walletId: string
  readonly txid: string
  /** How the transaction changed the balance: negative when spending (fee included). */
  readonly amountSats: bigint
  readonly seenAtMs: number
  readonly blockHash?: string
  readonly height?: number
  readonly confirmations: number
  readonly comment: string
  readonly labels: { readonly [name: string]: Label }
}

export type HistoryPage = {
  readonly status?: 'confirmed' | 'unconfirmed'
  readonly label?: string
  readonly skip?: number
  readonly limit?: number
}

export type BuildTransaction = {
  readonly outputs: readonly { readonly script: string; readonly amountSats: bigint; readonly subtractFee?: boolean }[]
  readonly satPerKvb: number
  /** No change output: the remainder is added to the last destination's amount, as in BTCPay. */
  readonly noChange?: boolean
  /** Only these may be spent. A subset may be enough. */
  readonly selectedOutpoints?: readonly Outpoint[]
  /** The sandbox's own rule for the public's wallets: prefer confirmed coins. BTCPay's selection takes any. */
  readonly confirmedOnly?: boolean
  /** Signals that it may be replaced (BIP125). True by default, as in BTCPay. */
  readonly replaceable?: boolean
  /** 0 by default. */
  readonly lockTime?: number
}

export type BuiltTransaction = {
  readonly ok: true
  readonly txid: string
  /** Final raw transaction. Undefined when unsigned. */
  readonly hex?: string
  /** Base64. Signed and finalized when `hex` is set, else to be signed elsewhere. */
  readonly psbt: string
  readonly feeSats: bigint
  readonly vsize: number
  readonly inputs: readonly Outpoint[]
  readonly changeSats: bigint
}

export type BuildRefusal = {
  readonly ok: false
  readonly reason: 'not-enough-funds' | 'fee-too-low' | 'output-too-small' | 'unknown-input' | 'no-keys' | 'no-outputs'
  readonly message: string
  /** What is missing, for not-enough-funds. */
  readonly missingSats?: bigint
}

export type ReplacePayment = {
  /** Enough to replace the transaction by default. */
  readonly satPerKvb?: number
  /**
   * keep: same outputs, the change pays. cancel: everything returns to the wallet. Or new amounts by script (0 removes
   * the output).
   */
  readonly outputs: 'keep' | 'cancel' | { readonly [script: string]: bigint }
}

export type Wallets = {
  /**
   * Generates a recovery phrase if none is given, derives BIP84 and watches the account. Throws a WalletRefusal for an
   * invalid phrase or a taken id.
   */
  create(options: CreateWallet): { wallet: Wallet; mnemonic: string }
  /** Watches an account whose keys are elsewhere. Throws a WalletRefusal for a scheme that it can't read. */
  watch(options: WatchWallet): Wallet
  find(walletId: string): Wallet | undefined
  /** A hot wallet whose account has a seed here. */
  canSign(walletId: string): boolean
  /**
   * Deletes the wallet. Its account stays watched and its seed kept, as in NBXplorer, so a wallet created again from it
   * has its history.
   */
  remove(walletId: string): void
  /** Addresses of a wallet that doesn't exist yet (preview). */
  preview(scheme: string, offset: number, count: number): { index: number; keyPath: string; address: string }[]

  /**
   * Finds the owner of a script in O(1). Wallets created from the same recovery phrase share one account, as in
   * NBXplorer: addresses, coins and history are the same, and this returns the first wallet's id.
   */
  ownerOf(script: string): WalletAddress | undefined
  addressAt(walletId: string, branch: 0 | 1, index: number): WalletAddress
  /** Reserves the lowest receive address that is neither used nor reserved. For invoices. */
  reserveAddress(walletId: string, branch?: 0 | 1): WalletAddress
  /** Releases the address, so the next reserveAddress returns it. False when it wasn't reserved. */
  unreserveAddress(walletId: string, script: string): boolean
  /** The wallet's shown receive address: the same until it is paid or a new one is forced. */
  receiveAddress(walletId: string, options?: { force?: boolean }): WalletAddress
  /** Drops and unreserves the shown receive address. False when there is none. */
  dropReceiveAddress(walletId: string): boolean

  balance(walletId: string): WalletBalance
  /** Unspent coins including the mempool, without immature ones. The cost grows with the number of coins. */
  coins(walletId: string): WalletCoin[]
  history(walletId: string, page?: HistoryPage): HistoryEntry[]
  historyCount(walletId: string, status?: 'confirmed' | 'unconfirmed'): number
  historyEntry(walletId: string, txid: string): HistoryEntry | undefined
  /**
   * Merges: a given comment replaces the old one, labels are added. Works for transactions that the wallet hasn't seen
   * (yet).
   */
  annotate(
    walletId: string,
    txid: string,
    note: { comment?: string; labels?: { readonly [name: string]: Label } },
  ): void

  /**
   * Selects coins, builds and signs. Reserves nothing: two builds may use the same coins, and the change address isn't
   * reserved either.
   */
  build(walletId: string, options: BuildTransaction): BuiltTransaction | BuildRefusal
  /** The same without signing, for `signWithSeed: false` and watch-only wallets. */
  buildUnsigned(walletId: string, options: BuildTransaction): BuiltTransaction | BuildRefusal
  /** Replaces a wallet's own unconfirmed transaction (built and signed, not broadcast). */
  buildReplacement(walletId: string, txid: string, options: ReplacePayment): BuiltTransaction | BuildRefusal

  /**
   * The raw transaction of a signed PSBT (base64), finalized if needed. Undefined when it isn't a PSBT or not fully
   * signed.
   */
  extractPsbt(psbt: string): string | undefined
  /** Signs what the wallet can sign. Undefined when that is nothing. */
  signPsbt(walletId: string, psbt: string): string | undefined

  /** The treasury's wallet id: it holds mined coins and is the public's wallet. Always hot, always funded. */
  readonly treasuryId: string
  /**
   * Pays from the treasury and broadcasts, for the faucet and the public payer. Works for thousands of payments without
   * a block. Throws a WalletRefusal when the treasury can't pay.
   */
  payFromTreasury(options: PayFromTreasury): { txid: string; feeSats: bigint }
}

export type PayFromTreasury = Pick<BuildTransaction, 'outputs' | 'replaceable'> & { readonly satPerKvb?: number }
