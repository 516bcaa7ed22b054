import { sql } from 'kysely'

/** The names of the links that created invoices. */
export const linkNames = sql`select 'payment-link' as part, x.id::text as of, x.title as name from payment_links x`
