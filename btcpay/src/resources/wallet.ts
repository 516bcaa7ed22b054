import { type CallOptions, type Send, segment } from '../send.ts'
import { ON_CHAIN, type WatchOnlyConfig } from '../wire/payment-methods.ts'
import {
  type CreateTransactionRequest,
  type GenerateWalletRequest,
  generatedWallet,
  signedTransactionHex,
  type TransactionStatus,
  unsignedPsbt,
  utxos,
  type WalletTransaction,
  walletAddress,
  walletFeeRate,
  walletOverview,
  walletPreview,
  walletTransaction,
  walletTransactions,
} from '../wire/wallet.ts'

/** What is sent to sign or to build. The two flags depend on the call. */
export type SignTransactionRequest = Omit<CreateTransactionRequest, 'proceedWithBroadcast' | 'signWithSeed'>

const mostCoins = 20_000

/** An input may bring its whole previous transaction. */
const mostPsbtBytes = 32 * 1024 * 1024

/** The on-chain wallet of a store. */
export const walletCalls = (send: Send) => ({
  /** The only response that ever carries the recovery phrase: if it is lost, the phrase is lost. */
  generate: (storeId: string, body: GenerateWalletRequest, options?: CallOptions) =>
    send({ method: 'POST', path: walletPath(storeId, '/generate'), body, answer: generatedWallet }, options),

  overview: (storeId: string, options?: CallOptions) =>
    send({ method: 'GET', path: walletPath(storeId), answer: walletOverview }, options),

  /** Satoshis per virtual byte. */
  feeRate: (storeId: string, query: { blockTarget?: number } = {}, options?: CallOptions) =>
    send({ method: 'GET', path: walletPath(storeId, '/feerate'), query, answer: walletFeeRate }, options),

  /** The same address until it is used, or a new one when forced. */
  address: (storeId: string, query: { forceGenerate?: boolean } = {}, options?: CallOptions) =>
    send({ method: 'GET', path: walletPath(storeId, '/address'), query, answer: walletAddress }, options),

  /** Receiving addresses in order, used or not. Nothing is reserved. */
  preview: (storeId: string, query: { offset: number; count: number }, options?: CallOptions) =>
    send({ method: 'GET', path: walletPath(storeId, '/preview'), query, answer: walletPreview }, options),

  /** Receiving addresses of a wallet that isn't linked yet. Nothing is changed. */
  previewConfig: (
    storeId: string,
    config: WatchOnlyConfig,
    query: { offset: number; count: number },
    options?: CallOptions,
  ) =>
    send(
      { method: 'POST', path: walletPath(storeId, '/preview'), query, body: { config }, answer: walletPreview },
      options,
    ),

  releaseAddress: (storeId: string, options?: CallOptions) =>
    send({ method: 'DELETE', path: walletPath(storeId, '/address'), answer: 'nothing' }, options),

  /** A page, newest first. */
  listTransactions: (
    storeId: string,
    page: { skip: number; limit: number; statuses?: readonly [TransactionStatus, ...TransactionStatus[]] },
    options?: CallOptions,
  ) =>
    send(
      {
        method: 'GET',
        path: walletPath(storeId, '/transactions'),
        query: {
          // Without a filter BTCPay skips twice, once in its query and once in the result.
          statusFilter: page.statuses ?? ['Confirmed', 'Unconfirmed'],
          skip: page.skip,
          limit: page.limit,
        },
        answer: walletTransactions,
        maxRows: page.limit,
      },
      options,
    ),

  /** An unknown transaction is refused with 404 `transaction-not-found`. */
  getTransaction: (storeId: string, txid: string, options?: CallOptions) =>
    send(
      {
        method: 'GET',
        path: walletPath(storeId, `/transactions/${segment(txid)}`),
        answer: walletTransaction,
        objection: (answered: WalletTransaction) =>
          answered.transactionHash === txid ? undefined : 'the response is about another transaction',
      },
      options,
    ),

  /** Not paged: every coin of the wallet, so only the largest wallets exceed these limits. */
  listUtxos: (storeId: string, options?: CallOptions) =>
    send(
      {
        method: 'GET',
        path: walletPath(storeId, '/utxos'),
        answer: utxos,
        maxRows: mostCoins,
        maxBodyBytes: 12 * 1024 * 1024,
      },
      options,
    ),

  /**
   * Signs without broadcasting and returns the transaction in hex. Nothing is reserved: until it is broadcast, another
   * request may sign with the same coins. PayJoin is off by default, because it would broadcast automatically.
   */
  signTransaction: (storeId: string, body: SignTransactionRequest, options?: CallOptions) =>
    send(
      {
        method: 'POST',
        path: walletPath(storeId, '/transactions'),
        body: { proceedWithPayjoin: false, ...body, proceedWithBroadcast: false, signWithSeed: true },
        answer: signedTransactionHex,
      },
      options,
    ),

  /**
   * Builds a transaction for others to sign, for any wallet. Nothing is reserved, and nobody is asked to sign: the same
   * coins can be in any number of PSBTs.
   */
  createPsbt: (storeId: string, body: SignTransactionRequest, options?: CallOptions) =>
    send(
      {
        method: 'POST',
        path: walletPath(storeId, '/transactions'),
        body: { proceedWithPayjoin: false, ...body, proceedWithBroadcast: false, signWithSeed: false },
        answer: unsignedPsbt,
        maxBodyBytes: mostPsbtBytes,
      },
      options,
    ),

  /**
   * Raw hex, or a final PSBT in base64. Repeating it is safe, but a refusal doesn't prove failure: a transaction that
   * is already confirmed gives 400 `broadcast-error`.
   */
  broadcast: (storeId: string, transaction: string, options?: CallOptions) =>
    send(
      {
        method: 'POST',
        path: walletPath(storeId, '/transactions/broadcast'),
        body: { transaction },
        answer: walletTransaction,
      },
      options,
    ),
})

const walletPath = (storeId: string, rest = ''): string =>
  `/api/v1/stores/${segment(storeId)}/payment-methods/${ON_CHAIN}/wallet${rest}`
