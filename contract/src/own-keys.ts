import { z } from 'zod'
import { walletHolder } from './balances.ts'
import { call } from './call.ts'
import { emptyAsAbsent, text, timestamp, totpCode } from './scalars.ts'

/** How a wallet locks its coins, by the names of output descriptors. */
export const walletScripts = ['wpkh', 'tr', 'sh-wpkh', 'pkh', 'wsh-sortedmulti'] as const

const script = z.enum(walletScripts)
const addresses = z.array(z.string())

const key = z.strictObject({ fingerprint: z.string(), path: z.string(), xpub: z.string() })
const wallet = z.strictObject({
  script,
  /** How many of the keys must sign. */
  required: z.number().int(),
  keys: z.array(key),
  /** The wallet as an output descriptor with its checksum. */
  descriptor: z.string(),
  /** The first three receiving addresses, to compare with the wallet. */
  addresses,
})

/** Wallets stop looking after this many unused addresses. */
export const usualGapLimit = 20
/** From so many unpaid addresses on, the screen says so. */
export const gapWarning = 15

const ownKeys = z.strictObject({
  holder: walletHolder,
  wallet: wallet.nullable(),
  /** Receiving addresses by their number. Null without a wallet of your own. */
  receiving: z
    .strictObject({
      next: z.number().int(),
      lastPaid: z.number().int().nullable(),
      /** How many were handed out since then. */
      unpaid: z.number().int(),
    })
    .nullable(),
  /** A change that waits, or is being made. Every owner can cancel it while it waits. */
  change: z
    .strictObject({
      kind: z.enum(['connect', 'leave']),
      status: z.enum(['waiting', 'applying']),
      requestedBy: z.string(),
      requestedAt: timestamp,
      dueAt: timestamp,
      addresses,
    })
    .nullable(),
  /** Whether an explorer can say what was paid to an address. */
  hasExplorer: z.boolean(),
})
export type OwnKeys = z.infer<typeof ownKeys>

export const getOwnKeys = call({
  method: 'GET',
  path: '/api/merchant/own-keys',
  audience: 'merchant',
  summary: 'Retrieve who has the keys of the wallet, and a change that waits',
  output: ownKeys,
  errors: ['not-configured'],
})

/** The text, and what it may lack. */
const walletText = {
  text: z.string().trim().min(1, 'Paste a public key, a descriptor or a wallet file').max(20_000),
  script: script.optional(),
  fingerprint: emptyAsAbsent(text(8).regex(/^[\da-f]{8}$/i, 'A fingerprint has 8 characters, 0 to 9 and a to f')),
  path: emptyAsAbsent(text(100).regex(/^(m\/)?\d{1,10}['hH]?(\/\d{1,10}['hH]?){0,9}$/, 'Enter a path like 84h/0h/0h')),
}

export const readOwnWallet = call({
  method: 'POST',
  path: '/api/merchant/own-keys/read',
  audience: 'merchant-owner',
  summary: 'Read a wallet from a public key, a descriptor or a wallet file. Nothing is saved',
  body: z.strictObject(walletText),
  output: z.strictObject({
    /** Null while something is missing. */
    wallet: wallet.nullable(),
    missing: z.array(z.enum(['script', 'fingerprint', 'path'])),
    scripts: z.array(script),
  }),
  errors: ['own-keys-unreadable', 'too-many-attempts'],
})

export const connectOwnWallet = call({
  method: 'POST',
  path: '/api/merchant/own-keys',
  audience: 'merchant-owner',
  recentPassword: true,
  summary: 'Connect a wallet of your own. It’s used after 24 hours, unless an owner cancels it',
  body: z.strictObject({
    ...walletText,
    /** The first three addresses, as they were compared with the wallet. */
    addresses: z.array(z.string().max(100)).length(3),
    /** Needed where no explorer can say whether the account was used before. */
    isUnused: z.boolean().optional(),
    twoFactorToken: totpCode,
  }),
  output: ownKeys,
  errors: [
    'not-configured',
    'own-keys-unreadable',
    'own-keys-refused',
    'key-refused',
    'change-open',
    'second-factor-needed',
    'invalid-verification-code',
    'withdrawals-paused',
    'withdrawals-closed',
    'too-many-attempts',
  ],
})

export const leaveOwnWallet = call({
  method: 'POST',
  path: '/api/merchant/own-keys/leave',
  audience: 'merchant-owner',
  recentPassword: true,
  summary: 'Go back to a wallet that the platform signs for, after 24 hours',
  body: z.strictObject({ twoFactorToken: totpCode }),
  output: ownKeys,
  errors: [
    'not-configured',
    'own-keys-refused',
    'change-open',
    'second-factor-needed',
    'invalid-verification-code',
    'withdrawals-paused',
    'withdrawals-closed',
  ],
})

export const cancelOwnKeysChange = call({
  method: 'POST',
  path: '/api/merchant/own-keys/cancel',
  audience: 'merchant-manager',
  summary: 'Cancel a change of the wallet that still waits',
  output: ownKeys,
  errors: ['not-configured', 'not-found'],
})

/** How many addresses one look covers. */
export const addressesInLook = 100

export const lookAhead = call({
  method: 'POST',
  path: '/api/merchant/own-keys/look',
  audience: 'merchant-manager',
  summary: 'Look with the explorer at the next 100 addresses of your own wallet',
  output: z.strictObject({
    first: z.number().int(),
    last: z.number().int(),
    found: z.array(z.strictObject({ number: z.number().int(), address: z.string(), transactions: z.number().int() })),
  }),
  errors: ['not-configured', 'own-keys-refused', 'unavailable', 'too-many-attempts'],
})
