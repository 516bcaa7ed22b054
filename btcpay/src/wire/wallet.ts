import { z } from 'zod'
import { btcString, int32, outpoint, paymentMethodId, shortId, txid, unixSeconds } from './primitives.ts'

export type GenerateWalletRequest = {
  label?: string
  existingMnemonic?: string
  wordList?: string
  wordCount?: 12 | 15 | 18 | 21 | 24
  scriptPubKeyType?: 'Segwit' | 'Legacy' | 'SegwitP2SH' | 'TaprootBIP86'
  passphrase?: string
  accountNumber?: number
  /** True creates a hot wallet, the only type that can sign here. */
  savePrivateKeys?: boolean
}

export const accountKeySettings = z.object({
  rootFingerprint: z.string().nullish(),
  accountKeyPath: z.string().nullish(),
  accountKey: z.string().nullish(),
})

/** The only response that ever carries the recovery phrase. */
export const generatedWallet = z.object({
  paymentMethodId,
  enabled: z.boolean(),
  config: z.object({
    label: z.string().nullish(),
    accountDerivation: z.string(),
    accountOriginal: z.string().nullish(),
    accountKeySettings: z.array(accountKeySettings).nullish(),
    isHotWallet: z.boolean().nullish(),
  }),
  mnemonic: z.string().min(1),
})
export type GeneratedWallet = z.infer<typeof generatedWallet>

/** `confirmedBalance` still includes coins that are spent in the mempool, and may be minutes old. */
export const walletOverview = z.object({
  balance: btcString,
  unconfirmedBalance: btcString,
  confirmedBalance: btcString,
  label: z.string().nullish(),
})
export type WalletOverview = z.infer<typeof walletOverview>

/** Satoshis per virtual byte, one of the few JSON numbers. It sets a transaction's fee and is never summed as money. */
export const walletFeeRate = z.object({ feeRate: z.number().positive() })
export type WalletFeeRate = z.infer<typeof walletFeeRate>

export const walletAddress = z.object({
  address: shortId,
  keyPath: z.string(),
  paymentLink: z.string().nullish(),
})
export type WalletAddress = z.infer<typeof walletAddress>

export const walletPreview = z.object({
  addresses: z.array(z.object({ index: z.int().nullish(), keyPath: z.string(), address: z.string().min(1) })),
})

/** A label that BTCPay set for one of its own objects carries that object's id in `ref`: `{type:'invoice', ref}`. */
export const label = z.object({
  type: z.string().nullish(),
  text: z.string().nullish(),
  ref: z.string().max(200).nullish().catch(null),
})

/** More labels than this aren't useful: a payment is also matched by its address. */
const mostLabels = 100

/** Only the first labels are read, so a transaction with a million of them costs no more than any other. */
export const labels = z.preprocess(takeFirst, z.record(z.string(), label))

export const transactionStatus = z.enum(['Unconfirmed', 'Confirmed'])
export type TransactionStatus = z.infer<typeof transactionStatus>

export const walletTransaction = z.object({
  transactionHash: txid,
  comment: z.string().nullish(),
  /** Signed, in BTC: how the transaction changed the wallet's balance. */
  amount: btcString,
  blockHash: z.string().nullish(),
  blockHeight: int32.nullish(),
  confirmations: int32,
  timestamp: unixSeconds,
  status: transactionStatus,
  labels: labels.nullish(),
})
export type WalletTransaction = z.infer<typeof walletTransaction>
export const walletTransactions = z.array(walletTransaction)

export const utxo = z.object({
  outpoint,
  amount: btcString,
  address: z.string().max(200),
  keyPath: z.string().max(200),
  confirmations: int32,
  timestamp: unixSeconds,
  link: z.string().nullish(),
  comment: z.string().nullish(),
  labels: labels.nullish(),
})
export type Utxo = z.infer<typeof utxo>
export const utxos = z.array(utxo)

export type TransactionDestination = {
  /** An address or a BIP21 link. */
  destination: string
  /** In BTC. It overrides the amount of a BIP21 link. */
  amount?: string
  subtractFromAmount?: boolean
}

export type CreateTransactionRequest = {
  destinations: TransactionDestination[]
  /** Satoshis per virtual byte. */
  feeRate?: number
  proceedWithPayjoin?: boolean
  proceedWithBroadcast?: boolean
  signWithSeed?: boolean
  noChange?: boolean
  selectedInputs?: string[]
  excludeUnconfirmed?: boolean
  /** Accepted and ignored: every transaction signals replacement. */
  rbf?: boolean
}

/** `proceedWithBroadcast: false` returns a bare JSON string. */
export const signedTransactionHex = z.string().regex(/^(?:[0-9a-fA-F]{2})+$/, 'expected transaction bytes in hex')

/** `signWithSeed: false` answers base64. */
export const unsignedPsbt = z.object({ psbt: z.base64().min(1) })

function takeFirst(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const first: [string, unknown][] = []
  for (const name in value) {
    if (first.length === mostLabels) break
    first.push([name, Reflect.get(value, name)])
  }
  return Object.fromEntries(first)
}
