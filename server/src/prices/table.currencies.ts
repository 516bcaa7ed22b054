import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Saves the rates that were read. A currency that was asked for and has none can no longer be used. */
export const saveCurrencies = async (tx: Tx, asked: readonly string[], rates: ReadonlyMap<string, string>) => {
  const codes = [...rates.keys()]
  await sql`
    insert into currencies (code, rate, read_at)
    select code, rate, app_now() from unnest(${codes}::text[], ${[...rates.values()]}::numeric[]) as r (code, rate)
    on conflict (code) do update set rate = excluded.rate, read_at = excluded.read_at`.execute(tx)
  await tx
    .deleteFrom('currencies')
    .where('code', 'in', [...asked])
    .where('code', 'not in', codes)
    .execute()
}
