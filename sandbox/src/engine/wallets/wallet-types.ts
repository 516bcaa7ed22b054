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
  /** The caller's id (a store's, say). */
  readonly id: string
  readonly mnemonic?: string
  readonly wordList?: WordList
  readonly wordCount?: 12 | 15 | 18 | 21 | 24
  readonly passphrase?: string
  readonly accountNumber?: number
  /** A hot wallet keeps its seed and can sign; false makes it watch-only. */
  readonly keepKeys: boolean
}

export type Wallet = {
  readonly id: string
  /** Account extended public key of the network (`tpub…`), equal to BTCPay's accountDerivation for P2WPKH. */
  readonly accountXpub: string
  /** `84'/1'/0'` */
  readonly accountKeyPath: string
  /** 8 hex characters; of the master key; undefined for a wallet made from an xpub. */
  readonly masterFingerprint?: string
  readonly isHot: boolean
  /** Only the words of a hot wallet are kept. */
  readonly mnemonic?: string
  readonly passphrase?: string
  readonly accountNumber: number
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
  /** A transaction has paid it once. */
  readonly isUsed: boolean
}

export type WalletBalance = {
  /** What the wallet owns when the mempool is counted in. */
  readonly totalSats: bigint
  /** Confirmed coins, *also those that the mempool already spends*: BTCPay's fault, kept. */
  readonly confirmedSats: bigint
  /** total − confirmed; negative while a spend is unconfirmed. */
  readonly unconfirmedSats: bigint
  /** Coinbase younger than 100 blocks, part of total. */
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
  /** What the transaction changed: negative when spending (fee included). */
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
  /** No change output: what is left over goes to the last destination on top of its amount, as in BTCPay. */
  readonly noChange?: boolean
  /** Only these may be spent, and a subset may suffice. */
  readonly selectedOutpoints?: readonly Outpoint[]
  /** Own rule for the public's wallets: prefer confirmed coins. BTCPay's selection takes any. */
  readonly confirmedOnly?: boolean
  /** Announces that it may be replaced (BIP125); true unless told otherwise, as in BTCPay. */
  readonly replaceable?: boolean
}

export type BuiltTransaction = {
  readonly ok: true
  readonly txid: string
  /** Final raw transaction; undefined when unsigned. */
  readonly hex?: string
  /** Base64. Signed and finalised when `hex` is there, else for someone else to sign. */
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
  /** At least enough to replace when left out. */
  readonly satPerKvb?: number
  /** keep: same outputs, change pays. cancel: everything back to the wallet. Or new amounts by script (0 removes the output). */
  readonly outputs: 'keep' | 'cancel' | { readonly [script: string]: bigint }
}

export type Wallets = {
  /** Makes words if none are given, derives BIP84, watches. Throws a WalletRefusal for bad words or a taken id. */
  create(options: CreateWallet): { wallet: Wallet; mnemonic: string }
  /** Watch-only from an account xpub (tpub, vpub or xpub bytes). */
  watch(options: { id: string; accountXpub: string; accountKeyPath?: string; masterFingerprint?: string }): Wallet
  find(walletId: string): Wallet | undefined
  /** Forgets the wallet and its keys. Its account stays watched: made again, it has its history again. */
  remove(walletId: string): void
  /** Addresses of a wallet that is not there yet (preview). */
  preview(accountXpub: string, offset: number, count: number): { index: number; keyPath: string; address: string }[]

  /**
   * Whose is this script? O(1). Wallets made from the same words share one account, as in NBXplorer: addresses, coins and
   * history are the same, and the first wallet's id is given here.
   */
  ownerOf(script: string): WalletAddress | undefined
  addressAt(walletId: string, branch: 0 | 1, index: number): WalletAddress
  /** The lowest receive address that is neither used nor reserved; reserves it. For invoices. */
  reserveAddress(walletId: string, branch?: 0 | 1): WalletAddress
  /** Gives it back: the next reserveAddress returns it. False when it was not reserved. */
  unreserveAddress(walletId: string, script: string): boolean
  /** The wallet's shown receive address: the same until paid or forced. */
  receiveAddress(walletId: string, options?: { force?: boolean }): WalletAddress
  /** Forgets and unreserves the shown receive address; false when there is none. */
  dropReceiveAddress(walletId: string): boolean

  balance(walletId: string): WalletBalance
  /** Unspent when the mempool is counted in, immature ones left out. Costs the number of coins. */
  coins(walletId: string): WalletCoin[]
  history(walletId: string, page?: HistoryPage): HistoryEntry[]
  historyCount(walletId: string, status?: 'confirmed' | 'unconfirmed'): number
  historyEntry(walletId: string, txid: string): HistoryEntry | undefined
  /** Merges: a given comment replaces, labels are added. Also for transactions the wallet has not (yet) seen. */
  annotate(
    walletId: string,
    txid: string,
    note: { comment?: string; labels?: { readonly [name: string]: Label } },
  ): void

  /** Selects coins, builds and signs. Reserves nothing: two builds may take the same coins. The change address is not reserved either. */
  build(walletId: string, options: BuildTransaction): BuiltTransaction | BuildRefusal
  /** The same without signing, for `signWithSeed: false` and watch-only wallets. */
  buildUnsigned(walletId: string, options: BuildTransaction): BuiltTransaction | BuildRefusal
  /** Replaces a wallet's own unconfirmed transaction (built and signed, not broadcast). */
  buildReplacement(walletId: string, txid: string, options: ReplacePayment): BuiltTransaction | BuildRefusal

  /** The raw transaction of a signed PSBT (base64), finalised if need be; undefined when it is no PSBT or not fully signed. */
  extractPsbt(psbt: string): string | undefined
  /** Signs what the wallet can sign; undefined when that is nothing. */
  signPsbt(walletId: string, psbt: string): string | undefined

  /** The treasury's wallet id: mined coins and the public's purse. Always hot, always funded. */
  readonly treasuryId: string
  /**
   * Pays from the treasury and broadcasts; the faucet and the public payer. Works for thousands of payments without a block.
   * Throws a WalletRefusal when the treasury cannot pay.
   */
  payFromTreasury(options: PayFromTreasury): { txid: string; feeSats: bigint }
}

export type PayFromTreasury = Pick<BuildTransaction, 'outputs' | 'replaceable'> & { readonly satPerKvb?: number }
