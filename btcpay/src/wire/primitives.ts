import { z } from 'zod'

/**
 * Money of any currency: a decimal string with a dot. BTCPay writes C#'s `decimal`, which has no exponent and at most
 * 29 digits, so anything longer or stranger is not an amount that BTCPay wrote.
 */
export const decimalString = z.string().regex(/^-?\d{1,29}(\.\d{1,28})?$/, 'expected a decimal string')

/** Lightning amounts: whole millisatoshis in a string. */
export const msatString = z.string().regex(/^-?\d{1,19}$/, 'expected whole millisatoshis in a string')

/** What a Lightning node holds on-chain: whole satoshis in a string. */
export const satString = z.string().regex(/^-?\d{1,16}$/, 'expected whole satoshis in a string')

export const unixSeconds = z.int()

/** Always the v2 spelling in answers: `BTC-CHAIN`, `BTC-LN`, `BTC-LNURL`, or what a plugin adds. */
export const paymentMethodId = z.string().min(1)

export const txid = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits')

/** BTCPay writes `txid-n`; its published text says `txid:n`, and it parses both. */
export const outpoint = z.string().regex(/^[0-9a-f]{64}[-:]\d{1,10}$/, 'expected an outpoint')

export const speedPolicy = z.enum(['HighSpeed', 'MediumSpeed', 'LowMediumSpeed', 'LowSpeed'])
export type SpeedPolicy = z.infer<typeof speedPolicy>

export type JsonObject = Record<string, unknown>
export const jsonObject = z.record(z.string(), z.unknown())
