import type { Act as ShownAct } from '@bitquay/contract/audit-log'
import type { Tx } from '../platform/db/transaction.ts'
import type { ApiKey, PersonKind } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'

/** All types of activity. Money and administration add their own here. */
export const acts = [
  'signed-in',
  'signed-out',
  'sessions-ended',
  'password-changed',
  'password-reset',
  'invitation-accepted',
  'two-factor-enabled',
  'two-factor-disabled',
  'two-factor-paused',
  'recovery-code-used',
  'recovery-codes-renewed',
  'settings-changed',
  'first-admin-created',
  'invoice-marked-settled',
  'invoice-marked-invalid',
  'withdrawal-requested',
  'withdrawal-cancelled',
  'send-resolved',
  'restored-payment-decided',
  'restored-transaction-recorded',
  'brand-published',
  'brand-taken-back',
  'fees-announced',
  'fees-withdrawn',
  'withdrawals-paused',
  'withdrawals-resumed',
  'platform-spending-decided',
  'restore-started',
  'restore-review-started',
  'restore-key-decided',
  'restore-finished',
  'person-confirmed',
  'ledger-audited',
  'doctor-ran',
  'finding-acknowledged',
  'finding-reopened',
  'send-retried',
  'send-called-off',
  'mail-retried',
  'mail-dropped',
  'email-address-shown',
  'signature-handed-in',
  'signing-canceled',
  'signing-canceled-for-sure',
  'fee-raised',
  'store-read',
  'incident-posted',
  'incident-updated',
  'incident-resolved',
  'webhook-added',
  'webhook-changed',
  'webhook-removed',
  'webhook-secret-rotated',
  'webhook-disabled',
  'application-approved',
  'application-rejected',
  'application-changed',
  'application-request-sent',
  'application-request-answered',
  'application-request-canceled',
  'merchant-created',
  'merchant-renamed',
  'fee-collection-asked',
  'fee-invoice-extended',
  'fee-invoice-forgiven',
  'fee-invoice-written-off',
  'fee-pause-changed',
  'merchant-name-allowed',
  'merchant-name-refused',
  'merchant-activated',
  'merchant-deactivated',
  'account-closed',
  'account-reopened',
  'person-erased',
  'personal-data-exported',
  'recovery-started',
  'recovery-stopped',
  'recovery-completed',
  'email-change-started',
  'email-change-stopped',
  'email-change-failed',
  'email-changed',
  'markup-changed',
  'merchant-user-created',
  'merchant-user-changed',
  'merchant-user-removed',
  'admin-invited',
  'admin-activated',
  'admin-deactivated',
  'two-factor-reset',
  'invitation-sent',
  'promo-code-created',
  'promo-code-revoked',
  'promo-code-resumed',
  'loop-out-requested',
  'loop-out-completed',
  'loop-out-executed',
  'loop-out-rejected',
  'loop-out-cancelled',
  'loop-out-resolved',
  'partner-created',
  'partner-changed',
  'partner-withdrawal-requested',
  'api-key-created',
  'api-key-changed',
  'api-key-confirmed',
  'api-key-revoked',
  'payment-link-created',
  'payment-link-changed',
  'lightning-address-changed',
  'lightning-name-released',
  'invoice-resent',
  'invoice-resolved',
  'invoice-canceled',
  'invoice-changed',
  'store-adopted',
  'move-requested',
  'move-canceled',
  'merchant-moved',
  'former-store-done',
  'lightning-changed',
  'recovery-words-read',
  'own-keys-requested',
  'own-keys-leave-requested',
  'own-keys-canceled',
  'own-keys-changed',
  'team-user-invited',
  'refund-offered',
  'refund-called-off',
  'refund-claimed',
  'refund-approved',
  'till-created',
  'till-changed',
  'till-item-added',
  'till-item-changed',
  'till-item-removed',
  'till-items-imported',
  'tax-rate-changed',
  'till-device-added',
  'till-device-bound',
  'till-device-revoked',
  'till-device-changed',
  'till-device-unlocked',
  'till-refunds-locked',
  'till-refund-declined',
  'till-cashier-added',
  'till-cashier-removed',
] as const

export type Act = (typeof acts)[number]

/** Who acts. People of a merchant include the merchant, so that the merchant can read its own log. */
export type Actor = Human | Program | Device

type Human = { kind: PersonKind; id: number; email: string; merchantId?: number | null }
/** A program, identified by its API key. */
type Program = { kind: 'api-key'; id: number; email: null; merchantId: number }

/** A point-of-sale device. */
type Device = { kind: 'till-device'; id: number; email: null; merchantId: number }

export const programOf = ({ id, merchantId }: ApiKey): Program => ({ kind: 'api-key', id, email: null, merchantId })

type Entry = {
  act: Act
  actor: Actor | 'system' | 'anonymous'
  source?: Source | undefined
  subject?: { kind: string; id: number | string } | undefined
  /** The actor's own, if there is none. */
  merchantId?: number | null
  detail?: Record<string, string | number | boolean | null> | undefined
}

/**
 * Records who did what, when and from where, in the transaction of the change itself. The log is kept forever, so no
 * password, code, token or key goes into `detail`.
 */
export const recordActivities = async (tx: Tx, entries: readonly Entry[]) => {
  await tx
    .insertInto('actLog')
    .values(entries.map((entry) => toRow(tx, entry)))
    .execute()
}

const toRow = (tx: Tx, { act, actor: by, source, subject, merchantId, detail = {} }: Entry) => {
  const actor = typeof by === 'string' ? { kind: by, id: null, email: null } : by
  return {
    at: tx.now,
    act,
    actorKind: actor.kind satisfies ShownAct['actorKind'],
    actorId: actor.id,
    actorEmail: actor.email,
    sourceAddress: source?.address ?? null,
    subjectKind: subject?.kind ?? null,
    subjectId: subject === undefined ? null : String(subject.id),
    merchantId: merchantId ?? ('merchantId' in actor ? (actor.merchantId ?? null) : null),
    detail: JSON.stringify(detail),
  }
}

/** The name that people see when a program did something. */
export const nameOfKey = ({ name }: ApiKey) => `API key ${name}`
