import type { TeamMember } from '@bitquay/contract/merchants.team'
import type { MerchantPerson } from '@bitquay/contract/merchants.users'
import { sql } from 'kysely'
import { invitedUntil } from '../accounts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { MerchantPerson as StorePerson } from '../platform/http/person.ts'

type Row = Omit<MerchantPerson, 'id' | 'lastSeenAt' | 'invitedUntil' | 'createdAt'> & {
  kind: 'merchant' | 'merchant-user'
  id: number
  merchantId: number
  lastSeenAt: Date | null
  invitedUntil: Date | null
  createdAt: Date
  isUnconfirmed: boolean
}

/** Everyone who can sign in for a store, the owner first, then by name. */
export const listTeam = async (db: Db, { kind, id, merchantId }: StorePerson): Promise<TeamMember[]> => {
  const rows = await readPeople(db, [merchantId])
  return rows.map((row) => ({
    ...present(row),
    isYou: row.kind === kind && row.id === id,
    isUnconfirmed: row.isUnconfirmed,
  }))
}

/** Everyone who can sign in for each of these merchants, the owner first, then by name. */
export const readPeopleByMerchant = async (
  db: Db,
  merchantIds: readonly number[],
): Promise<Map<number, MerchantPerson[]>> => {
  const people = new Map<number, MerchantPerson[]>()
  for (const row of await readPeople(db, merchantIds)) {
    people.set(row.merchantId, [...(people.get(row.merchantId) ?? []), present(row)])
  }
  return people
}

const readPeople = async (db: Db, merchantIds: readonly number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select p.kind, p.id, p.merchant_id, p.name, p.email, p.role, p.two_factor_enabled,
      case when not p.is_active then 'inactive' when p.password_hash is null then 'invited' else 'active' end as status,
      l.last_seen_at, ${invitedUntil({ kind: sql`p.kind`, id: sql`p.id`, email: sql`p.email` })} as invited_until,
      coalesce(u.created_at, m.created_at) as created_at,
      exists (select from unconfirmed_people c
        where c.person_kind = p.kind and c.person_id = p.id and c.confirmed_at is null and c.returned_at is null) as is_unconfirmed
    from people p join merchants m on m.id = p.merchant_id
      left join merchant_people l on l.person_kind = p.kind and l.person_id = p.id
      left join merchant_users u on p.kind = 'merchant-user' and u.id = p.id
    where p.merchant_id = any(${[...merchantIds]}::int[]) and p.kind in ('merchant', 'merchant-user')
    order by p.kind, lower(p.name), p.id`.execute(db)
  return rows
}

const present = (row: Row): MerchantPerson => ({
  id: row.kind === 'merchant' ? null : row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  twoFactorEnabled: row.twoFactorEnabled,
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  invitedUntil: row.invitedUntil?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** The names of the keys that were suspended at this time. */
export const listKeysSuspendedAt = async (db: Db, merchantId: number, at: Date): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name || ' (' || prefix || '…)' as name from api_keys
    where merchant_id = ${merchantId} and suspended_at >= ${at} order by id`.execute(db)
  return rows.map(({ name }) => name)
}
