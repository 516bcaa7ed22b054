import { z } from 'zod'
import { AmountFormatError, btcToMsats, btcToSats, parseMsats, parseSats } from '../amounts.ts'

/**
 * Money of any currency: a decimal string with a dot. BTCPay formats C#'s `decimal`, which has no exponent and at most
 * 29 digits, so anything else isn't an amount from BTCPay.
 */
export const decimalString = z.string().regex(/^-?\d{1,29}(\.\d{1,28})?$/, 'expected a decimal string')

/** An on-chain bitcoin amount. An impossible one is refused here, so no reader has to handle it. */
export const btcString = decimalString.refine((text) => isAmount(text, btcToSats), 'not an amount of bitcoin')

/** A bitcoin amount with the three extra decimals of a Lightning payment. */
export const lightningBtcString = decimalString.refine((text) => isAmount(text, btcToMsats), 'not an amount of bitcoin')

/** Lightning amounts: whole millisatoshis in a string. */
export const msatString = z
  .string()
  .regex(/^-?\d{1,19}$/, 'expected whole millisatoshis in a string')
  .refine((text) => isAmount(text, parseMsats), 'more than there will ever be')

/** What a Lightning node holds on-chain: whole satoshis in a string. */
export const satString = z
  .string()
  .regex(/^-?\d{1,16}$/, 'expected whole satoshis in a string')
  .refine((text) => isAmount(text, parseSats), 'more than there will ever be')

/** Between C#'s first and last moment. Anything outside isn't a date from BTCPay. */
export const unixSeconds = z.int().min(-62_135_596_800).max(253_402_300_799)

/** Heights and depths, which BTCPay stores in 32 bits. */
export const int32 = z.int().min(-2_147_483_648).max(2_147_483_647)

/** Identifiers are short. A very long one would reach every table and screen. */
export const shortId = z.string().min(1).max(200)

/** Always the v2 name in responses: `BTC-CHAIN`, `BTC-LN`, `BTC-LNURL`, or a plugin's. */
export const paymentMethodId = z.string().min(1).max(100)

export const txid = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits')

/** BTCPay returns `txid-n`. Its published text says `txid:n`, and it parses both. */
export const outpoint = z.string().regex(/^[0-9a-f]{64}[-:]\d{1,10}$/, 'expected an outpoint')

export const speedPolicy = z.enum(['HighSpeed', 'MediumSpeed', 'LowMediumSpeed', 'LowSpeed'])

export type JsonObject = Record<string, unknown>
export const jsonObject = z.record(z.string(), z.unknown())

function isAmount(text: string, parse: (text: string) => bigint): boolean {
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof AmountFormatError) return false
    throw error
  }
}
