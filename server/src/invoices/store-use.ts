import { sql } from 'kysely'
import type { StoreUses } from '../stores/index.ts'
import { moveServer } from './table.places.ts'

/** How long after its end an invoice may still be paid, as long as a store is watched closely for it. */
const payableFor = sql`interval '7 days'`

export const invoicesInStore: StoreUses['invoices'] = {
  isOpen: (merchantId) =>
    sql`exists (select from invoices where merchant_id = ${merchantId} and status in ('creating', 'new', 'processing')
          and due_at is null)
        or exists (select from invoice_attempts where merchant_id = ${merchantId}
          and status in ('creating', 'new', 'processing'))`,
  isLightningLeft: (merchantId) => sql`exists (select from invoice_destinations
        where merchant_id = ${merchantId} and kind = 'payment-hash' and node = 'shared' and check_due_at is not null)
        or exists (select from lnurl_invoices where merchant_id = ${merchantId} and node = 'shared' and paid_at is null)`,
  awaitingLightning: (merchantId) => sql`
    select 1 from invoice_destinations
    where merchant_id = ${merchantId} and kind = 'payment-hash' and check_due_at is not null
    union all
    select 1 from invoices where merchant_id = ${merchantId} and status in ('creating', 'processing')
    union all
    select 1 from invoice_attempts where merchant_id = ${merchantId} and status in ('creating', 'processing')`,
  inFormer: [
    sql`exists (select from invoice_attempts a
        where a.merchant_id = s.merchant_id and a.server_url = s.server_url and a.store_id = s.store_id
          and (a.status in ('creating', 'new', 'processing') or a.expires_at > app_now() - ${payableFor}))`,
    sql`exists (select from invoice_destinations d
        where d.merchant_id = s.merchant_id and d.server_url = s.server_url and d.store_id = s.store_id
          and d.kind = 'payment-hash' and d.check_due_at is not null)`,
    sql`exists (select from lnurl_invoices l
        where l.merchant_id = s.merchant_id and l.server_url = s.server_url and l.store_id = s.store_id
          and l.paid_at is null and l.check_due_at is not null)`,
    sql`exists (select from invoices i where i.merchant_id = s.merchant_id and i.due_at is null
        and i.at_store is not distinct from r.at_store
        and (i.status in ('creating', 'new', 'processing') or i.expires_at > app_now() - ${payableFor}))`,
  ],
  atAddress: (merchantId, spellings) => sql`
    select from invoice_destinations
    where kind = 'address' and destination = any(${[...spellings]}::text[]) and merchant_id = ${merchantId}`,
  moveServer,
}
