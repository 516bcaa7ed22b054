import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import { savePrice } from '../../src/prices/table.ts'

export const priceCents = 10_000_000n
export const [merchantCount, partnerCount] = [3, 2]
/** Uses its own server, whose reports may be wrong. */
export const ownServerMerchant = 3

/** Merchants, partners and stores without an engine. */
export const addPlatform = async (db: Db) => {
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(db)
  await savePrice(db, { cents: priceCents, source: 'test' })
  await sql`insert into merchants (email, store_name) select 'm' || n || '@example.test', 'M' from generate_series(1, ${merchantCount}::int) n`.execute(
    db,
  )
  await sql`insert into partners (email, name, share_percentage) select 'p' || n || '@example.test', 'P', 25 from generate_series(1, ${partnerCount}::int) n`.execute(
    db,
  )
  await sql`insert into engines (id, name, url) overriding system value values (1, 'Main', 'http://engine') on conflict (id) do update set url = excluded.url`.execute(
    db,
  )
  // Store 1 is the platform's, store n + 1 is merchant n's.
  await sql`insert into stores (merchant_id, server_url, tag, status, store_id, api_key, synced_at)
    select nullif(n, 0), case when n = ${ownServerMerchant} then 'http://own' else 'http://engine' end, 'tag' || n, 'ready', 'store' || n, 'key', app_now() from generate_series(0, ${merchantCount}::int) n order by n`.execute(
    db,
  )
  await sql`insert into store_addresses (store_ref, store_id, address, handed_out) values (1, 'store0', 'platform', true)`.execute(
    db,
  )
  await sql`insert into admins (email, name) values ('a@example.test', 'A')`.execute(db)
}
