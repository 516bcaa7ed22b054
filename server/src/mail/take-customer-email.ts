import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'

const perMerchant = 20
const perRecipient = 3
const period = '1 hour'

/**
 * Counts an email to an address that a merchant or its customer entered, before it is queued. Returns the refusal. The
 * count is part of the transaction, so it is saved exactly when the email is.
 */
export const takeCustomerEmail = async (
  tx: Tx,
  { rateLimits }: { rateLimits: boolean },
  merchantId: number,
  recipient: string,
): Promise<ApiError | undefined> => {
  if (!rateLimits) return undefined
  const { rows } = await sql<{ opensAt: Date | null }>`
    select take_customer_email(${merchantId}, ${bucketOf(recipient)}, ${perMerchant}, ${perRecipient},
      ${sql.lit(period)}::interval) as opens_at`.execute(tx)
  const opensAt = rows[0]?.opensAt
  if (!opensAt) return undefined
  const seconds = Math.ceil((opensAt.getTime() - tx.now.getTime()) / 1000)
  return new ApiError('customer-email-limit', { retryAfterSeconds: Math.max(1, seconds) })
}

const bucketOf = (recipient: string) => createHash('sha256').update(mailboxOf(recipient)).digest('base64url')

/** One mailbox has many spellings: most servers ignore case and everything after a plus sign. */
export const mailboxOf = (recipient: string) => {
  const [, local = '', domain = ''] = /^([^+@]*)[^@]*@(.*)$/.exec(recipient.trim().toLowerCase()) ?? []
  return `${local}@${domain}`
}
