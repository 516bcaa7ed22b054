import { z } from 'zod'
import { apiScopes, call } from './call.ts'
import { done, id, idParam, shortListPage, text, timestamp, totpCode, usdAmount } from './scalars.ts'

/** An IPv4 or IPv6 address or network, in CIDR notation. */
const network = z.union(
  [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
  'Enter IP addresses or networks such as 203.0.113.7 or 203.0.113.0/24',
)

const bitcoinAddress = z
  .string()
  .trim()
  .regex(/^[a-zA-Z0-9]{14,100}$/, 'Please enter a valid Bitcoin address')

/** In dollars per UTC day. Zero stops refunds by the key. */
const dailyRefundLimitUsd = z
  .union([z.number(), z.string()], 'Enter an amount in dollars')
  .transform(String)
  .pipe(z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount in dollars'))

export const apiKeyForm = z.strictObject({
  name: text(80).min(1, 'Enter a name for the key'),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, 'Choose at least one scope')
    .max(apiScopes.length)
    .transform((chosen) => apiScopes.filter((scope) => chosen.includes(scope))),
  /** Where it may be used from. Missing or empty means anywhere. */
  allowedSources: z.array(network).max(50).default([]),
  /** Where a key with the scope `withdrawals` may send to. Required with that scope, refused without it. */
  withdrawalAddresses: z.array(bitcoinAddress).max(100).default([]),
  /** What a key with the scope `refunds` may offer in a UTC day. The default is nothing. Refused without the scope. */
  dailyRefundLimitUsd: dailyRefundLimitUsd.default('0.00'),
  expiresInDays: z.number().int().min(1).max(3650).optional(),
  /** A code from the person's authenticator app, for the scopes `refunds` and `withdrawals`. */
  twoFactorToken: totpCode.optional(),
})

export const apiKey = z.strictObject({
  id,
  name: z.string(),
  /** The key's beginning. The whole key is shown once. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  allowedSources: z.array(z.string()),
  withdrawalAddresses: z.array(z.string()),
  dailyRefundLimitUsd: usdAmount,
  createdBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  lastUsedFrom: z.string().nullable(),
  /** A suspended key moves no money until the owner confirms it. Its other scopes work, unless it awaits a review. */
  status: z.enum(['active', 'suspended', 'expired', 'revoked']),
  /** We restored our records from a backup. The key doesn’t work at all until we have reviewed it. */
  awaitsReview: z.boolean(),
})
export type ApiKeyView = z.infer<typeof apiKey>

export const createApiKey = call({
  method: 'POST',
  path: '/api/merchant/api-keys',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Create an API key. The response is the only place that shows it',
  body: apiKeyForm,
  output: z.strictObject({ ...apiKey.shape, key: z.string() }),
  secret: true,
  errors: ['second-factor-needed', 'invalid-verification-code', 'invalid-address', 'too-many-api-keys', 'store-closed'],
})

export const listApiKeys = call({
  method: 'GET',
  path: '/api/merchant/api-keys',
  audience: 'merchant-manager',
  summary: 'List API keys, newest first',
  query: shortListPage,
  output: z.array(apiKey),
})

export const changeApiKey = call({
  method: 'PATCH',
  path: '/api/merchant/api-keys/:id',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Set the daily refund limit of an API key',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ dailyRefundLimitUsd, twoFactorToken: totpCode.optional() }),
  output: apiKey,
  errors: [
    'not-found',
    'second-factor-needed',
    'invalid-verification-code',
    'withdrawals-paused',
    'withdrawals-closed',
  ],
})

export const confirmApiKey = call({
  method: 'POST',
  path: '/api/merchant/api-keys/:id/confirm',
  audience: 'merchant-owner',
  recentPassword: true,
  summary: 'Let a suspended API key move money again',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ twoFactorToken: totpCode }),
  output: apiKey,
  errors: [
    'not-found',
    'second-factor-needed',
    'invalid-verification-code',
    'withdrawals-paused',
    'withdrawals-closed',
  ],
})

export const revokeApiKey = call({
  method: 'DELETE',
  path: '/api/merchant/api-keys/:id',
  audience: 'merchant-manager',
  summary: 'Revoke an API key. It stops working immediately and can’t be restored',
  params: z.strictObject({ id: idParam }),
  output: done,
})
