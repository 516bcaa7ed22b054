import { fromCents } from '@bitquay/contract/money'
import { linkList, linkStatuses, linkStatusWords } from '@bitquay/contract/payment-links'
import { sql } from 'kysely'
import { type PartSums, sumParts } from '../platform/db/sum-parts.ts'
import { serveList } from '../platform/lists/serve-list.ts'
import { linkStatus, presentLink, readLinks } from './queries.ts'

type Owner = { merchantId: number; publicUrl: string }

const ofMerchant = ({ merchantId }: Owner) => sql`l.merchant_id = ${merchantId}`

export const links = serveList(linkList, {
  table: sql`payment_links l`,
  alias: 'l',
  scope: ofMerchant,
  at: sql`l.created_at`,
  filters: {
    status: (status) => sql`${linkStatus} = ${status}`,
    search: (search) => {
      const text = search.trim()
      const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
      return text ? sql`(l.title ilike ${like} or l.slug = ${text} or l.description ilike ${like})` : undefined
    },
  },
  sorts: { date: { by: sql`l.created_at` }, gross: { by: sql`l.received_usd` } },
  read: readLinks,
  show: (row, { publicUrl }) => presentLink(row, publicUrl),
  file: { Status: ({ status }) => linkStatusWords[status] },
  summarize: async (db, owner, { status, ...others }, { where }) => {
    const { rows } = await sql<PartSums & { receivedUsd: string }>`
      select ${linkStatus} as part, count(*) as count, sum(l.received_usd)::numeric(20, 2) as received_usd
      from payment_links l where ${where(others)} group by 1
      union all select 'total', count(*), 0 from payment_links l where ${ofMerchant(owner)}`.execute(db)
    const { total, filtered, counts, sumCents } = sumParts(rows, linkStatuses, status)
    return { total, filtered, receivedUsd: fromCents(sumCents(({ receivedUsd }) => receivedUsd)), statuses: counts }
  },
})
