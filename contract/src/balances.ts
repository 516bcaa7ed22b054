import { z } from 'zod'
import { call } from './call.ts'
import { displayCurrencies } from './people.ts'
import { btcAmount, done, id, timestamp, usdAmount } from './scalars.ts'

/** The price of one bitcoin before any price was read. */
export const firstPriceUsd = '108000.00'

/**
 * `btc` and `usd`: the on-chain wallet, gross. `availableUsd`: what can be sent now. `asOf`: when the engine was read.
 */
export const getBalance = call({
  method: 'GET',
  path: '/api/merchant/balance',
  audience: 'merchant',
  summary: 'Retrieve the on-chain balance',
  output: z.strictObject({
    btc: btcAmount,
    usd: usdAmount,
    availableBtc: btcAmount,
    availableUsd: usdAmount,
    feesOwedBtc: btcAmount,
    feesOwedUsd: usdAmount,
    configured: z.boolean(),
    asOf: timestamp.nullable(),
    stale: z.boolean(),
  }),
})

/** `held…`: on its way to the on-chain wallet since a loop-out was requested. It isn't part of `btc` and `usd`. */
export const getLightningBalance = call({
  method: 'GET',
  path: '/api/merchant/lightning-balance',
  audience: 'merchant',
  summary: 'Retrieve the Lightning balance from the ledger',
  output: z.strictObject({
    btc: btcAmount,
    usd: usdAmount,
    heldBtc: btcAmount,
    heldUsd: usdAmount,
    node: z.enum(['none', 'shared', 'own']),
  }),
})

const recoveryWords = z.enum(['waiting', 'read', 'elsewhere'])

/** Who can sign for a wallet: the platform’s payment server, only the merchant, or the merchant’s own server. */
export const walletHolder = z.enum(['platform', 'merchant', 'own-server'])

export const getWallet = call({
  method: 'GET',
  path: '/api/merchant/wallet',
  audience: 'merchant',
  summary: 'Retrieve the wallet',
  output: z.strictObject({
    id: z.string(),
    name: z.string(),
    btc: btcAmount,
    usd: usdAmount,
    lightning: z.enum(['none', 'shared', 'own']),
    /** False while the node is missing: new invoices are on-chain only. */
    lightningAvailable: z.boolean(),
    recoveryWords,
    holder: walletHolder,
    /** Wallets that the store has left and that are still watched, or whose recovery phrase nobody has seen. */
    former: z.array(
      z.strictObject({
        id,
        since: timestamp,
        btc: btcAmount,
        usd: usdAmount,
        /** What arrives in the new wallet if everything is sent now. */
        sendableBtc: btcAmount,
        sendableUsd: usdAmount,
        /** Coins are on their way out. */
        isSending: z.boolean(),
        recoveryWords,
        asOf: timestamp.nullable(),
        stale: z.boolean(),
      }),
    ),
    asOf: timestamp.nullable(),
    stale: z.boolean(),
  }),
  errors: ['not-configured'],
})

export const syncWallet = call({
  method: 'POST',
  path: '/api/merchant/wallet/sync',
  audience: 'merchant',
  summary: 'Sync the wallet with the payment server now. `asOf` of the wallet changes when it is done',
  output: done,
  errors: ['not-configured', 'too-many-attempts'],
})

const receiveAddress = z.strictObject({ address: z.string() })

export const getReceiveAddress = call({
  method: 'GET',
  path: '/api/merchant/wallet/address',
  audience: 'merchant',
  summary: 'The address to receive a deposit at. It stays the same until it is used. Deposits are free',
  output: receiveAddress,
  errors: ['not-configured', 'engine-unavailable', 'engine-refused'],
})

export const createReceiveAddress = call({
  method: 'POST',
  path: '/api/merchant/wallet/address',
  audience: 'merchant',
  summary: 'Replace the address to receive deposits at. Older addresses keep working',
  output: receiveAddress,
  errors: ['not-configured', 'engine-unavailable', 'engine-refused', 'too-many-attempts'],
})

export const getPrice = call({
  method: 'GET',
  path: '/api/btc-price',
  audience: 'public',
  summary: 'Retrieve the bitcoin price',
  output: z.strictObject({
    price: z.number(),
    currency: z.literal('USD'),
    source: z.string(),
    at: timestamp.nullable(),
    stale: z.boolean(),
  }),
})

export const listRates = call({
  method: 'GET',
  path: '/api/rates',
  audience: 'public',
  summary: 'The price of one bitcoin in other currencies. A currency without a price is left out',
  output: z.array(
    z.strictObject({
      currency: z.enum(displayCurrencies),
      price: z.number(),
      at: timestamp,
      stale: z.boolean(),
    }),
  ),
})
