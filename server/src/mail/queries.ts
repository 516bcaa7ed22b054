import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** The time zones that recipients have chosen, or else the one of their shop. Customers have none. */
export const findTimeZones = async (tx: Tx, recipients: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ email: string; timeZone: string }>`
    select p.email, z.time_zone
    from people p left join preferences c on c.person_kind = p.kind and c.person_id = p.id
      left join merchants m on m.id = p.merchant_id, coalesce(c.time_zone, m.time_zone) as z (time_zone)
    where p.email = any(${recipients}::text[]) and z.time_zone is not null`.execute(tx)
  return new Map(rows.map(({ email, timeZone }) => [email, timeZone]))
}

export const findRecipient = (tx: Tx, id: number) =>
  tx.selectFrom('mailOutbox').select(['recipient', 'subject']).where('id', '=', BigInt(id)).executeTakeFirst()
