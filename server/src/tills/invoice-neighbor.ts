import { sql } from 'kysely'

/** The names of the tills that created invoices. */
export const tillNames = sql`select 'till' as part, x.id::text as of, x.name as name from tills x`
