import type { RestoredPerson, RestorePart, RestoreView } from '@bitquay/contract/restores'
import { sql } from 'kysely'
import { countSuspended } from '../api-keys/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import { countMoney } from './queries.money.ts'

/** What the admin must decide before payouts resume, in the order of the page. */
export const readParts = async (db: Db | Tx, restoreId: number): Promise<RestorePart[]> => [
  ...(await countMoney(db)),
  { kind: 'keys', ...(await countSuspended(db, restoreId)) },
]

/** The last restore. People can be confirmed also after its review has ended. */
export const findLastRestore = (db: Db) =>
  db.selectFrom('restores').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

export const readRestore = async (db: Db, admin: Admin): Promise<RestoreView | null> => {
  const restore = await findLastRestore(db)
  if (!restore) return null
  const { id, backupAt, restoredAt, finishedAt, reviewerId } = restore
  const people = await listRestoredPeople(db)
  return {
    id,
    backupAt: backupAt.toISOString(),
    restoredAt: restoredAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    isReviewer: finishedAt === null && reviewerId === admin.id,
    parts: await readParts(db, id),
    people: { total: people.length, unconfirmed: people.filter(({ status }) => status === 'unconfirmed').length },
    ...(await countHeld(db)),
    tillDevices: await listSignedOut(db, restoredAt),
  }
}

/** Admins first, then partners, then owners. The users of a store are confirmed by its owner. */
export const listRestoredPeople = async (db: Db): Promise<RestoredPerson[]> => {
  const { rows } = await sql<RestoredPerson>`
    select u.id, u.person_kind as kind, u.person_id, coalesce(p.store_name, p.name) as name, p.email, p.is_active,
      p.two_factor_enabled,
      case when u.returned_at is not null then 'returned' when u.confirmed_at is not null then 'confirmed'
        else 'unconfirmed' end as status
    from unconfirmed_people u join people p on p.kind = u.person_kind and p.id = u.person_id
    where u.person_kind in ('admin', 'partner', 'merchant')
      and u.restore_id = (select max(id) from restores)
    order by array_position(array['admin', 'partner', 'merchant'], u.person_kind), lower(p.name), u.id`.execute(db)
  return rows
}

/** Whom a row of the list above means. Undefined: nobody, or a user of a store. */
export const findRestored = async (db: Db | Tx, id: number) => {
  const row = await db
    .selectFrom('unconfirmedPeople')
    .select(['personKind', 'personId'])
    .where('id', '=', id)
    .where('personKind', '<>', 'merchant-user')
    .executeTakeFirst()
  return row && { kind: row.personKind, id: row.personId }
}

/** What waits by itself and doesn't keep payouts from resuming. */
const countHeld = async (db: Db): Promise<Pick<RestoreView, 'suspendedCodes' | 'heldEmails'>> => {
  const { rows } = await sql<Pick<RestoreView, 'suspendedCodes' | 'heldEmails'>>`
    select (select count(*)::int from promo_codes where suspended_at is not null and revoked_at is null) as suspended_codes,
      (select count(*)::int from mail_outbox where status = 'held') as held_emails`.execute(db)
  return rows[0] ?? { suspendedCodes: 0, heldEmails: 0 }
}

const listSignedOut = async (db: Db, restoredAt: Date) => {
  const { rows } = await sql<RestoreView['tillDevices'][number]>`
    select m.id as merchant_id, m.store_name, count(*)::integer as devices
    from till_devices d join merchants m on m.id = d.merchant_id
    where d.revoked_at = ${restoredAt} group by m.id order by m.store_name limit 100`.execute(db)
  return rows
}
