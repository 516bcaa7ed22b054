import { z } from 'zod'
import { call } from './call.ts'
import { adminProof, done, id, idField, idParam, shortListPage, timestamp } from './scalars.ts'

const proofErrors = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

/** What the review of a restore has to decide, by type. */
export const restorePart = z.strictObject({
  kind: z.enum(['refunds', 'payouts', 'transactions', 'keys']),
  total: z.number().int(),
  left: z.number().int(),
})
export type RestorePart = z.infer<typeof restorePart>

export const restoreView = z.strictObject({
  id,
  /** Everything until then is known. */
  backupAt: timestamp,
  restoredAt: timestamp,
  /** Null while the review is open, and nothing is paid. */
  finishedAt: timestamp.nullable(),
  /** Whether you signed in with the restore code, so that you can decide. */
  isReviewer: z.boolean(),
  parts: z.array(restorePart),
  /** Admins, partners and owners. */
  people: z.strictObject({ total: z.number().int(), unconfirmed: z.number().int() }),
  /** Promo codes that may have been used after the backup. */
  suspendedCodes: z.number().int(),
  /** Emails that waited in the backup and may have been sent since. */
  heldEmails: z.number().int(),
  /** Signed out by the restore. They are added again by their store. */
  tillDevices: z.array(z.strictObject({ merchantId: id, storeName: z.string(), devices: z.number().int() })),
})
export type RestoreView = z.infer<typeof restoreView>

export const getRestore = call({
  method: 'GET',
  path: '/api/admin/restore',
  audience: 'admin',
  summary: 'The last restore, and what its review still has to decide. Null if there was none',
  output: z.strictObject({ restore: restoreView.nullable() }),
})

export const restoredPerson = z.strictObject({
  id,
  kind: z.enum(['admin', 'partner', 'merchant']),
  personId: id,
  name: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** `confirmed`: has not set a new password yet. `returned`: can sign in. */
  status: z.enum(['unconfirmed', 'confirmed', 'returned']),
})
export type RestoredPerson = z.infer<typeof restoredPerson>

export const listRestoredPeople = call({
  method: 'GET',
  path: '/api/admin/restore/people',
  audience: 'admin',
  summary: 'Admins, partners and owners whom the last restore brought back',
  query: shortListPage,
  output: z.array(restoredPerson),
})

export const confirmPeople = call({
  method: 'POST',
  path: '/api/admin/restore/people/confirm',
  audience: 'admin',
  recentPassword: true,
  summary: 'Confirm people whom a restore brought back. Each is emailed a link to set a new password',
  body: z.strictObject({ ids: z.array(idField).min(1).max(100), ...adminProof }),
  output: done,
  errors: ['not-found', 'conflict', 'not-reviewer', ...proofErrors],
})

export const restoredKey = z.strictObject({
  id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  merchantId: id,
  storeName: z.string(),
  ownerEmail: z.string(),
  createdBy: z.string(),
  decision: z.enum(['revoke', 'work']).nullable(),
  /** How often it was used since the restore. All of it was declined. */
  refusedRequests: z.number().int(),
})
export type RestoredKey = z.infer<typeof restoredKey>

export const listRestoredKeys = call({
  method: 'GET',
  path: '/api/admin/restore/keys',
  audience: 'admin',
  summary: 'API keys that the open restore suspended',
  query: shortListPage,
  output: z.array(restoredKey),
})

export const decideRestoredKey = call({
  method: 'POST',
  path: '/api/admin/restore/keys/:id',
  audience: 'admin',
  recentPassword: true,
  summary: 'Decide whether a suspended API key works again, or is revoked when the review ends',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ decision: restoredKey.shape.decision }),
  output: done,
  errors: ['not-found', 'not-reviewer'],
})

export const finishRestore = call({
  method: 'POST',
  path: '/api/admin/restore/finish',
  audience: 'admin',
  recentPassword: true,
  summary: 'End the review of a restore and resume payouts, once everything is decided',
  body: z.strictObject(adminProof),
  output: done,
  errors: ['not-found', 'not-reviewer', 'restore-unfinished', ...proofErrors],
})
