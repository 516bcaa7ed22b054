import { z } from 'zod'
import { call } from './call.ts'
import { walletScripts } from './own-keys.ts'
import { btcAmount, id, idParam, timestamp, usdAmount } from './scalars.ts'

/**
 * `preparing`: the payment server hasn't built it yet. `waiting`: for signatures. `sending`: signed, on its way to a
 * block. The rest is the end.
 */
export const signingStates = ['preparing', 'waiting', 'sending', 'confirmed', 'failed', 'canceled'] as const

/** In characters: base64 of one megabyte. */
export const longestPsbt = 1_400_000

const signer = z.strictObject({
  fingerprint: z.string().describe('The master key’s fingerprint.'),
  path: z.string().describe('The path of the account key.'),
  signedAt: timestamp.nullable().describe('When its signatures arrived. Null while they are missing.'),
})

export const signingRequest = z
  .strictObject({
    id: id.describe('The ID of the signing request. That of a withdrawal is the withdrawal’s own.'),
    kind: z
      .enum(['withdrawal', 'refund', 'cancel'])
      .describe(
        'What is paid. `cancel` pays nobody: it returns a coin of an ended request, which then can’t be sent anymore.',
      ),
    state: z
      .enum(signingStates)
      .describe(
        '`preparing` is being built, `waiting` needs signatures, `sending` is signed and on its way to a block.',
      ),
    amountUsd: usdAmount.describe('What the receiver gets, in dollars.'),
    amountBtc: btcAmount.describe('What the receiver gets, in bitcoin.'),
    address: z.string().describe('Where it goes.'),
    description: z.string().nullable().describe('Your own note, or which invoice is refunded.'),
    requestedBy: z.string().describe('The person or API key that requested it.'),
    requestedAt: timestamp.describe('When it was requested.'),
    expiresAt: timestamp
      .nullable()
      .describe('Until when its coins are reserved. Null before it is built and after its end.'),
    script: z.enum(walletScripts).describe('How the wallet locks its coins.'),
    required: z.number().int().describe('How many of the keys must sign.'),
    signers: z.array(signer).describe('The keys of the wallet.'),
    inputs: z
      .array(
        z.strictObject({
          txid: z.string().describe('The transaction that the coin is from.'),
          index: z.number().int().describe('Which of its outputs the coin is.'),
          amountBtc: btcAmount.describe('Its amount in bitcoin.'),
        }),
      )
      .describe('The coins that are spent.'),
    change: z
      .strictObject({
        address: z.string().describe('An address of the wallet.'),
        number: z.number().int().describe('The number of the address on the change branch.'),
        amountBtc: btcAmount.describe('The amount in bitcoin.'),
      })
      .meta({ id: 'SigningChange', description: 'What returns to the wallet.' })
      .nullable()
      .describe('What returns to the wallet.'),
    networkFeeBtc: btcAmount.nullable().describe('The network fee in bitcoin, once it is built.'),
    networkFeeUsd: usdAmount.nullable().describe('The network fee in dollars, once it is built.'),
    feeRate: z.number().describe('The network fee in satoshis per virtual byte.'),
    psbt: z.string().nullable().describe('The PSBT in base64, with the signatures so far. Null unless it waits.'),
    txid: z.string().nullable().describe('The transaction, once it is signed.'),
    canStillBeSent: z
      .boolean()
      .describe('It has ended, but whoever has its PSBT can still sign and broadcast it. Then it becomes paid.'),
    feeRefused: z
      .boolean()
      .describe('It is signed, and the network doesn’t take it at its fee. It can be signed again with a higher one.'),
    canceledById: id.nullable().describe('The request that cancels it for sure. Null without one.'),
    problem: z.string().nullable().describe('Why it makes no progress, or why it ended.'),
  })
  .meta({ id: 'SigningRequest', description: 'A payment from a wallet that only the merchant has the keys of.' })
export type SigningRequest = z.infer<typeof signingRequest>

const byId = z.strictObject({ id: idParam.describe('The ID of the signing request.') })
const signed = z.strictObject({
  psbt: z
    .string('Paste the signed PSBT')
    .trim()
    .min(1, 'Paste the signed PSBT')
    .max(longestPsbt, 'This is larger than one megabyte')
    .describe('The signed PSBT in base64 or hex, or the final transaction in hex.'),
})
const submitErrors = [
  'not-found',
  'signature-refused',
  'signing-ended',
  'withdrawals-paused',
  'too-many-attempts',
] as const

export const listSigningRequests = call({
  method: 'GET',
  path: '/api/merchant/signing-requests',
  audience: 'merchant',
  summary: 'List what waits for a signature, oldest first',
  output: z.strictObject({ requests: z.array(signingRequest) }),
})

export const getSigningRequest = call({
  method: 'GET',
  path: '/api/merchant/signing-requests/:id',
  audience: 'merchant',
  summary: 'Retrieve a payment that is signed outside',
  params: byId,
  output: signingRequest,
  errors: ['not-found'],
})

export const submitSignature = call({
  method: 'POST',
  path: '/api/merchant/signing-requests/:id/signatures',
  audience: 'merchant-manager',
  summary: 'Hand in a signed PSBT. It is checked, and sent as soon as it has all signatures',
  params: byId,
  body: signed,
  mostBodyBytes: 1_500_000,
  output: signingRequest,
  errors: submitErrors,
})

export const cancelSigningRequest = call({
  method: 'POST',
  path: '/api/merchant/signing-requests/:id/cancel',
  audience: 'merchant-manager',
  summary: 'Cancel a payment that waits for a signature. A canceled refund can be claimed again',
  params: byId,
  output: signingRequest,
  errors: ['not-found', 'too-late-to-cancel'],
})

export const cancelForSure = call({
  method: 'POST',
  path: '/api/merchant/signing-requests/:id/cancel-for-sure',
  audience: 'merchant-manager',
  summary:
    'Prepare a PSBT that returns a coin of an ended request to its wallet. Six blocks later nobody can send that request anymore',
  params: byId,
  output: signingRequest,
  errors: ['not-found', 'signing-ended', 'coins-not-free', 'amount-too-small', 'engine-unavailable', 'engine-refused'],
})

export const raiseFee = call({
  method: 'POST',
  path: '/api/merchant/signing-requests/:id/raise-fee',
  audience: 'merchant-manager',
  summary: 'Prepare a PSBT with a higher fee and the same coins, after the network refused the signed one',
  params: byId,
  output: signingRequest,
  errors: ['not-found', 'fee-not-refused', 'fee-not-covered'],
})
