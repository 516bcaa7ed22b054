import { z } from 'zod'
import { call } from './call.ts'
import { idField, totpCode } from './scalars.ts'

export const readRecoveryWords = call({
  method: 'POST',
  path: '/api/merchant/wallet/recovery-words',
  audience: 'merchant-owner',
  recentPassword: true,
  summary: 'Reveal the wallet’s recovery phrase. This works once, then our copy is deleted',
  body: z.strictObject({
    twoFactorToken: totpCode,
    /** A wallet that the store has left. By default the wallet in use. */
    formerWalletId: idField.optional(),
  }),
  output: z.strictObject({ words: z.array(z.string()) }),
  secret: true,
  errors: [
    'not-configured',
    'recovery-words-gone',
    'second-factor-needed',
    'invalid-verification-code',
    'withdrawals-closed',
  ],
})

/** The body is any bytes with a valid `BTCPay-Sig`: unknown events are stored too. */
export const receiveHook = call({
  method: 'POST',
  path: '/api/engine-hooks/:storeId',
  audience: 'engine',
  summary: 'Receive a webhook from BTCPay',
  params: z.strictObject({ storeId: z.string().min(1).max(100) }),
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  output: z.strictObject({}),
  errors: ['not-found', 'bad-signature', 'body-too-large'],
})
