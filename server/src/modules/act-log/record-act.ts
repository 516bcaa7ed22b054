import type { Tx } from '../../platform/db/transaction.ts'
import type { PersonKind } from '../../platform/http/person.ts'
import type { Source } from '../../platform/http/route.ts'

/** What may stand in the log. Money and administration add their own acts here. */
export type Act =
  | 'signed-in'
  | 'signed-out'
  | 'sessions-ended'
  | 'password-changed'
  | 'password-reset'
  | 'invitation-accepted'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'two-factor-paused'
  | 'recovery-code-used'
  | 'recovery-codes-renewed'
  | 'settings-changed'
  | 'first-admin-created'
  | 'invoice-marked-settled'
  | 'invoice-marked-invalid'

/** Someone who acts; of a merchant's people also the merchant, so that its log can be read by it. */
export type Actor = { kind: PersonKind; id: number; email: string; merchantId?: number | null }

/**
 * Writes who did what, when and from where, in the transaction of the act itself. The log is for ever: no password,
 * code, token or key goes into `detail`.
 */
export const recordAct = async (
  tx: Tx,
  entry: {
    act: Act
    actor: Actor | 'system' | 'anonymous'
    source?: Source
    subject?: { kind: string; id: number | string }
    merchantId?: number
    detail?: Record<string, string | number | boolean | null>
  },
) => {
  const actor = typeof entry.actor === 'string' ? { kind: entry.actor, id: null, email: null } : entry.actor
  const actorMerchantId = 'merchantId' in actor ? (actor.merchantId ?? null) : null
  await tx
    .insertInto('actLog')
    .values({
      at: tx.now,
      act: entry.act,
      actorKind: actor.kind,
      actorId: actor.id,
      actorEmail: actor.email,
      sourceAddress: entry.source?.address ?? null,
      subjectKind: entry.subject?.kind ?? null,
      subjectId: entry.subject === undefined ? null : String(entry.subject.id),
      merchantId: entry.merchantId ?? actorMerchantId,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
