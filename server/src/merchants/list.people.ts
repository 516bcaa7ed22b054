import { type ListedPerson, peopleList, unseenDays } from '@bitquay/contract/merchants.people'
import { type RawBuilder, sql } from 'kysely'
import { invitedUntil } from '../accounts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { hasWords } from '../platform/db/search-query.ts'
import type { Way } from '../platform/db/sorted-rows.ts'
import { serveList } from '../platform/lists/serve-list.ts'
import { findMerchantWords } from './queries.list.ts'

type Times = 'lastSeenAt' | 'invitedUntil'
type Row = Omit<ListedPerson, 'id' | Times | 'createdAt'> & Record<Times, Date | null> & { id: bigint; createdAt: Date }

const invitation = invitedUntil({ kind: sql`p.person_kind`, id: sql`p.person_id`, email: sql`p.email` })

const statusConditions: Record<ListedPerson['status'], RawBuilder<unknown>> = {
  active: sql`p.status = 'active'`,
  invited: sql`(p.status = 'invited' and ${invitation} is not null)`,
  expired: sql`(p.status = 'invited' and ${invitation} is null)`,
  inactive: sql`p.status = 'inactive'`,
}

const seenConditions = {
  week: sql`p.last_seen_at >= app_now() - interval '7 days'`,
  month: sql`p.last_seen_at >= app_now() - interval '30 days'`,
  'long-ago': sql`p.last_seen_at < app_now() - make_interval(days => ${unseenDays})`,
  never: sql`p.last_seen_at is null`,
}

const twoFactorConditions = {
  on: sql`p.two_factor_enabled`,
  off: sql`(not p.two_factor_enabled and p.has_password)`,
}

/**
 * A search matches the person or their merchant. Each is read from its own index, a whole address from that of addresses.
 * As arrays, because the planner would join all people where it can't know that a word is rare.
 */
const waysToFind = (search: string): Way[] | undefined => {
  if (/^\S+@\S+\.[a-z]{2,}$/i.test(search)) return [{ condition: sql`p.email = ${search.toLowerCase()}::text` }]
  const ofMerchant = findMerchantWords(search)
  const ofUser = hasWords(sql`u.name || ' ' || u.email::text`, search)
  return (
    ofMerchant && [
      { condition: sql`p.merchant_id = any(array(select m.id from merchants m where ${ofMerchant}))` },
      {
        condition: sql`p.person_kind = 'merchant-user' and p.person_id = any(array(select u.id from merchant_users u where ${ofUser}))`,
      },
    ]
  )
}

/** Everyone who signs in for a merchant, last seen first. */
export const people = serveList(peopleList, {
  table: sql`merchant_people p`,
  alias: 'p',
  scope: () => sql`true`,
  at: sql`p.created_at`,
  filters: {
    merchantId: (merchantId) => sql`p.merchant_id = ${merchantId}`,
    role: (role) => sql`p.role = ${role}`,
    status: (status) => statusConditions[status],
    twoFactor: (state) => twoFactorConditions[state],
    seen: (time) => seenConditions[time],
  },
  ways: waysToFind,
  sorts: {
    seen: { by: sql`p.last_seen_at`, isNullable: true },
    name: { by: sql`lower(p.name) collate "C"` },
    date: { by: sql`p.created_at` },
  },
  read: async (db: Db, found, order) => {
    const { rows } = await sql<Row>`
      select p.id, p.person_kind as kind, p.person_id, p.merchant_id, m.store_name, p.name, p.email::text as email, p.role,
        case when p.status = 'invited' and ${invitation} is null then 'expired' else p.status end as status,
        p.two_factor_enabled, p.last_seen_at, ${invitation} as invited_until, p.created_at
      from (${found}) found join merchant_people p on p.id = found.id join merchants m on m.id = p.merchant_id
      order by ${order}`.execute(db)
    return rows
  },
  show: (row): ListedPerson => ({
    ...row,
    id: Number(row.id),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    invitedUntil: row.invitedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }),
  file: {},
  summarize: async (db, _everyone, filter, { where }) => {
    const others = { ...filter, role: undefined, status: undefined, twoFactor: undefined }
    const countIf = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`
    const { rows } = await sql<Record<'filtered' | keyof typeof emptyViews, bigint>>`
      select (select count(*) from merchant_people p where ${where(filter)}) as filtered, count(*) as all,
        ${countIf(sql`p.role = 'owner'`)} as owners, ${countIf(twoFactorConditions.off)} as two_factor_off,
        ${countIf(statusConditions.invited)} as invited, ${countIf(statusConditions.expired)} as expired,
        ${countIf(statusConditions.inactive)} as inactive
      from merchant_people p where ${where(others)}`.execute(db)
    const { filtered = 0n, ...views } = rows[0] ?? {}
    const counted = Object.entries({ ...emptyViews, ...views }).map(([view, count]) => [view, Number(count)])
    return { filtered: Number(filtered), views: Object.fromEntries(counted) as typeof emptyViews }
  },
})

const emptyViews = { all: 0, owners: 0, twoFactorOff: 0, invited: 0, expired: 0, inactive: 0 }
