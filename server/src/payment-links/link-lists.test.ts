import { fromCents } from '@bitquay/contract/money'
import {
  exportPaymentLinks,
  linkStatuses,
  listPaymentLinks,
  summarizePaymentLinks,
} from '@bitquay/contract/payment-links'
import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { type Fact, moments, proveList, startMerchantLists } from '../../test/lists.ts'

type LinkFact = Fact & { status: (typeof linkStatuses)[number]; receivedCents: bigint; title: string }

const { server, own, other, token } = await startMerchantLists()
let facts: LinkFact[]
let foreignCursor: string

beforeAll(async () => {
  facts = []
  for (const [index, at] of moments.entries()) {
    const fact = describe(at, index)
    facts.push({ ...fact, id: await insert(own.id, fact, index) })
    foreignCursor = await insert(other.id, fact, index)
  }
})
afterAll(() => server.close())

const describe = (at: Date, index: number): LinkFact => ({
  id: '',
  at,
  status: linkStatuses[index % linkStatuses.length] ?? 'active',
  receivedCents: BigInt((index * 700) % 9000),
  title: index % 3 === 0 ? `Harbor tour ${index}` : `Ticket ${index}`,
})

/** What a link received comes from its paid invoices. One of them was paid and then undone by a reorganization. */
const insert = async (merchantId: number, { at, status, receivedCents, title }: LinkFact, index: number) => {
  const { db } = server.deps
  const { rows } = await sql<{ id: number }>`
    insert into payment_links (merchant_id, slug, title, currency, paused, expires_at, max_payments, created_by, created_at)
    values (${merchantId}, ${`slug-${merchantId}-${index}`}, ${title}, 'USD', ${status === 'paused'},
      ${status === 'expired' ? sql`app_now() - interval '1 hour'` : null}, ${status === 'used-up' ? 1 : null}, 'someone', ${at})
    returning id`.execute(db)
  const id = rows[0]?.id
  const addInvoice = (name: string, cents: bigint) =>
    sql`insert into invoices (merchant_id, invoice_id, order_id, status, amount_usd, payment_link_id)
      values (${merchantId}, ${`${name}-${id}`}, ${`${name}-${id}`}, 'new', ${fromCents(cents)}, ${id})`.execute(db)
  const setStatus = (name: string, to: string) =>
    sql`update invoices set status = ${to} where invoice_id = ${`${name}-${id}`}`.execute(db)
  if (receivedCents > 0n || status === 'used-up') {
    await addInvoice('paid', receivedCents)
    await setStatus('paid', 'settled')
  }
  await addInvoice('undone', 777n)
  await setStatus('undone', 'settled')
  await setStatus('undone', 'invalid')
  return String(id)
}

const byStatus = [
  { query: {}, keeps: () => true },
  ...linkStatuses.map((status) => ({ query: { status }, keeps: (fact: LinkFact) => fact.status === status })),
]
const bySearch = { query: { search: 'bor TOUR' }, keeps: ({ title }: LinkFact) => title.startsWith('Harbor tour') }

test('a list of payment links is its range, filter and order, and so are its totals', async () => {
  await proveList<LinkFact>({
    server,
    token,
    call: listPaymentLinks,
    facts,
    idOf: ({ id }) => String(id),
    filters: [...byStatus, bySearch],
    sorts: { date: ({ at }) => at.getTime(), gross: ({ receivedCents }) => Number(receivedCents) },
    csv: {
      call: exportPaymentLinks,
      cellsOf: ({ id, title, receivedUsd }) => ({
        ID: String(id),
        Title: String(title),
        'Received (USD)': String(receivedUsd),
      }),
    },
    summary: {
      call: summarizePaymentLinks,
      of: (matching, { search }, inRange) => {
        const others = search ? inRange.filter(bySearch.keeps) : inRange
        return {
          total: facts.length,
          filtered: matching.length,
          receivedUsd: fromCents(matching.reduce((sum, { receivedCents }) => sum + receivedCents, 0n)),
          statuses: Object.fromEntries(
            linkStatuses.map((status) => [status, others.filter((fact) => fact.status === status).length]),
          ),
        }
      },
    },
    foreignCursor,
  })
}, 300_000)
