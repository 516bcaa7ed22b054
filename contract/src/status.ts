import { z } from 'zod'
import { call } from './call.ts'
import { timestamp } from './scalars.ts'

export const networks = ['mainnet', 'testnet', 'signet', 'regtest'] as const

export const health = call({
  method: 'GET',
  path: '/api/health',
  audience: 'public',
  summary: 'Check whether the server is ready. Returns 503 if it isn’t',
  output: z.strictObject({ status: z.literal('ready'), version: z.string() }),
  errors: ['unavailable'],
})

/** A missing figure is null: nothing was measured yet, or it doesn't apply. */
export const getStatus = call({
  method: 'GET',
  path: '/api/status',
  audience: 'public',
  summary: 'Retrieve the live system status',
  output: z.strictObject({
    mode: z.enum(['sandbox', 'live']),
    network: z.enum(networks),
    at: timestamp,
    database: z.strictObject({ ok: z.boolean() }),
    engine: z.strictObject({
      reachable: z.boolean(),
      synced: z.boolean(),
      latencyMs: z.number().int().nullable(),
      checkedAt: timestamp.nullable(),
    }),
    /** Every payment server of the operator, the main one first. */
    engines: z.array(
      z.strictObject({
        name: z.string(),
        reachable: z.boolean(),
        synced: z.boolean(),
        latencyMs: z.number().int().nullable(),
        checkedAt: timestamp.nullable(),
      }),
    ),
    chain: z.strictObject({ height: z.number().int().nullable(), tipAt: timestamp.nullable() }),
    price: z.strictObject({ at: timestamp.nullable(), stale: z.boolean() }),
    hooks: z.strictObject({ lagSeconds: z.number().nullable() }),
  }),
})

export const getStoreStatus = call({
  method: 'GET',
  path: '/api/merchant/status',
  audience: 'merchant',
  summary: 'Check what works for your store right now',
  output: z.strictObject({
    /** Since when the payment server of your store doesn't respond. Null while it does. */
    serverDownSince: timestamp.nullable(),
    /** When your store was last synced. */
    figuresAt: timestamp.nullable(),
    /** Whether there is no recent bitcoin price, so that amounts in dollars can't be sent. */
    isPriceMissing: z.boolean(),
    /** When the last bitcoin price was read. Null if there never was one. */
    priceAt: timestamp.nullable(),
    /** Whether the payment server has no bitcoin price, so that invoices in dollars can't be created. */
    isRateMissing: z.boolean(),
  }),
})
