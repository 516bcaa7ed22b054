import { exportMerchants, listMerchants, summarizeMerchants } from '@bitquay/contract/admin-merchants'
import { fromCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Fact, moments, proveList } from '../../test/lists.ts'
import { addAdmin, signInAs } from '../../test/people.ts'

type MerchantFact = Fact & {
  status: 'active' | 'inactive'
  isSettingUp: boolean
  needsAttention: boolean
  name: string
  volumeCents: bigint
}

let server: TestApp
let token: string
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  token = await signInAs(server, await addAdmin(server))
})
afterAll(() => server.close())

const insertMerchant = async (at: Date, index: number): Promise<MerchantFact> => {
  const fact = {
    at,
    status: index % 3 === 0 ? ('inactive' as const) : ('active' as const),
    isSettingUp: index % 3 !== 0 && index % 5 === 1,
    needsAttention: index % 4 === 2,
    name: `${['blue', 'Anchor', 'Zebra', 'anchor'][index % 4]} ${index % 3}`,
    volumeCents: BigInt((index * 1700) % 21_000),
  }
  const { rows } = await sql<{ id: number }>`
    insert into merchants (email, store_name, is_active, total_deposits_usd, btcpay_api_key, created_at)
    values (${`owner-${index}@example.test`}, ${fact.name}, ${fact.status === 'active'}, ${fromCents(fact.volumeCents)},
      ${index % 5 === 1 ? null : 'sealed'}, ${at})
    returning id`.execute(server.deps.db)
  if (fact.needsAttention) {
    await sql`insert into merchant_attention (merchant_id, reason) values (${rows[0]?.id}, 'sync-failing'), (${rows[0]?.id}, 'send-stuck')`.execute(
      server.deps.db,
    )
  }
  return { ...fact, id: String(rows[0]?.id) }
}

test('a list of merchants is its range, filter and order, and so are its totals', async () => {
  const facts: MerchantFact[] = []
  for (const [index, at] of moments.entries()) facts.push(await insertMerchant(at, index))
  const bySearch = { query: { search: 'zeb' }, keeps: ({ name }: MerchantFact) => name.startsWith('Zeb') }
  await proveList<MerchantFact>({
    server,
    token,
    call: listMerchants,
    facts,
    idOf: ({ id }) => String(id),
    filters: [
      { query: {}, keeps: () => true },
      { query: { status: 'active' }, keeps: ({ status }) => status === 'active' },
      { query: { status: 'inactive' }, keeps: ({ status }) => status === 'inactive' },
      { query: { status: 'setting-up' }, keeps: ({ isSettingUp }) => isSettingUp },
      { query: { status: 'attention' }, keeps: ({ needsAttention }) => needsAttention },
      bySearch,
      {
        query: { search: 'zeb', status: 'active' },
        keeps: (fact) => bySearch.keeps(fact) && fact.status === 'active',
      },
    ],
    sorts: {
      date: ({ at }) => at.getTime(),
      name: ({ name }) => name.toLowerCase(),
      volume: ({ volumeCents }) => Number(volumeCents),
    },
    csv: {
      call: exportMerchants,
      cellsOf: ({ id, storeName, totalDepositsUsd }) => ({
        ID: String(id),
        Store: String(storeName),
        'Volume (USD)': String(totalDepositsUsd),
      }),
    },
    summary: {
      call: summarizeMerchants,
      of: (matching, { search }, inRange) => {
        const others = search ? inRange.filter(bySearch.keeps) : inRange
        const countOf = (keeps: (fact: MerchantFact) => boolean) => others.filter(keeps).length
        return {
          total: facts.length,
          filtered: matching.length,
          volumeUsd: fromCents(matching.reduce((sum, { volumeCents }) => sum + volumeCents, 0n)),
          statuses: {
            active: countOf(({ status }) => status === 'active'),
            inactive: countOf(({ status }) => status === 'inactive'),
            'setting-up': countOf(({ isSettingUp }) => isSettingUp),
            attention: countOf(({ needsAttention }) => needsAttention),
          },
        }
      },
    },
  })
}, 300_000)
