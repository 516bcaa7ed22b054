import { centsOfSats, fromCents } from '@bitquay/contract/money'
import {
  exportWithdrawals,
  listWithdrawals,
  printWithdrawals,
  summarizeWithdrawals,
  withdrawalStates,
} from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fact, insertStores, moments, proveList, readStatement, startMerchantLists } from '../../test/lists.ts'

type WithdrawalFact = Fact & {
  merchantId: number
  status: 'requested' | 'signed' | 'broadcast' | 'confirmed' | 'failed' | 'cancelled'
  amountCents: bigint
  networkFeeSats: bigint | null
  platformFeeSats: bigint
  address: string
  txid: string | null
  description: string | null
}

const statuses = ['requested', 'confirmed', 'signed', 'broadcast', 'failed', 'cancelled', 'confirmed'] as const
const priceCents = 9_999_999n

const { server, own, other, token } = await startMerchantLists()
let facts: WithdrawalFact[]
let foreignCursor: string

beforeAll(async () => {
  await insertStores(server)
  facts = []
  for (const [index, at] of moments.entries()) {
    const fact = describe(at, index, own.id)
    facts.push({ ...fact, id: await insert(fact) })
    foreignCursor = await insert(describe(at, index, other.id))
  }
  // Refunds leave the same wallet and are no withdrawals.
  await sql`update sends set kind = 'refund' where id in (select id from sends where merchant_id = ${other.id} order by id limit 3)`.execute(
    server.deps.db,
  )
})
afterAll(() => server.close())

const describe = (at: Date, index: number, merchantId: number): WithdrawalFact => {
  const status = statuses[index % statuses.length] ?? 'requested'
  const isOut = ['signed', 'broadcast', 'confirmed'].includes(status)
  return {
    id: '',
    at,
    merchantId,
    status,
    amountCents: BigInt(5000 + ((index * 31) % 17)),
    networkFeeSats: isOut ? BigInt(141 + ((index * 977) % 3000)) : null,
    platformFeeSats: BigInt((index % 5) * 333),
    address: `bcrt1q${merchantId}x${index}`,
    txid: isOut ? `ab${index % 10}cd${merchantId}e${index}` : null,
    description: index % 3 === 0 ? `Rent of pier ${index}` : null,
  }
}

const insert = async (fact: WithdrawalFact): Promise<string> => {
  const { rows } = await sql<{ id: number }>`
    insert into sends (kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
      fee_rate, network_fee_reserve_sats, network_fee_sats, platform_fee_sats, description, txid, requested_by,
      idempotency_key, input_hash, requested_at)
    select 'withdrawal', ${fact.status}, s.id, ${fact.merchantId}, ${fact.address}, 50000, ${fromCents(fact.amountCents)},
      ${fromCents(priceCents)}, 'wallet', 1, 200, ${fact.networkFeeSats}, ${fact.platformFeeSats}, ${fact.description},
      ${fact.txid}, 'someone@example.test', ${fact.address}, 'x', ${fact.at}
    from stores s where s.merchant_id = ${fact.merchantId} returning id`.execute(server.deps.db)
  return String(rows[0]?.id)
}

const stateOf = ({ status }: WithdrawalFact) =>
  status === 'cancelled' ? 'canceled' : status === 'confirmed' || status === 'failed' ? status : 'pending'
const networkCents = ({ networkFeeSats }: WithdrawalFact) => centsOfSats(networkFeeSats ?? 0n, priceCents)
const platformCents = ({ platformFeeSats }: WithdrawalFact) => centsOfSats(platformFeeSats, priceCents)
const totalCents = (fact: WithdrawalFact) => fact.amountCents + networkCents(fact) + platformCents(fact)
const sum = (all: readonly WithdrawalFact[], of: (fact: WithdrawalFact) => bigint) =>
  all.reduce((total, fact) => total + of(fact), 0n)

const byState = [
  { query: {}, keeps: () => true },
  ...withdrawalStates.map((status) => ({
    query: { status },
    keeps: (fact: WithdrawalFact) => stateOf(fact) === status,
  })),
]
const bySearch = [
  { query: { search: 'pier rent' }, keeps: ({ description }: WithdrawalFact) => description !== null },
  { query: { search: 'AB1cd' }, keeps: ({ txid }: WithdrawalFact) => txid?.startsWith('ab1cd') ?? false },
]

test('a list of withdrawals is its range, filter and order, and its totals add up', async () => {
  const bySelf = { query: { search: facts[5]?.address ?? '' }, keeps: ({ id }: WithdrawalFact) => id === facts[5]?.id }
  const searches = [...bySearch, bySelf]
  await proveList<WithdrawalFact>({
    server,
    token,
    call: listWithdrawals,
    facts,
    idOf: ({ id }) => String(id),
    filters: [...byState, ...searches],
    sorts: {
      date: ({ at }) => at.getTime(),
      gross: ({ amountCents }) => Number(amountCents),
      net: (fact) => Number(totalCents(fact)),
    },
    csv: {
      call: exportWithdrawals,
      cellsOf: ({ id, customerAmount, networkFeeUsd, totalFee }) => ({
        ID: String(id),
        'Amount (USD)': String(customerAmount),
        'Network fee (USD)': typeof networkFeeUsd === 'string' ? networkFeeUsd : '',
        'Platform fee (USD)': String(totalFee),
      }),
    },
    summary: {
      call: summarizeWithdrawals,
      of: (matching, query, inRange) => {
        const search = searches.find((each) => each.query.search === query.search)
        const others = search ? inRange.filter(search.keeps) : inRange
        const out = matching.filter((fact) => ['pending', 'confirmed'].includes(stateOf(fact)))
        return {
          total: facts.length,
          filtered: matching.length,
          statuses: Object.fromEntries(
            withdrawalStates.map((status) => [status, others.filter((fact) => stateOf(fact) === status).length]),
          ),
          amountUsd: fromCents(sum(out, ({ amountCents }) => amountCents)),
          networkFeeUsd: fromCents(sum(out, networkCents)),
          platformFeeUsd: fromCents(sum(out, platformCents)),
          totalUsd: fromCents(sum(out, totalCents)),
          exact: true,
          cap: 10_000,
        }
      },
    },
    foreignCursor,
  })
}, 300_000)

test('a statement adds up what left the wallet', async () => {
  const lines = await readStatement(server, token, printWithdrawals, { sort: 'gross' })
  const out = facts.filter((fact) => ['pending', 'confirmed'].includes(stateOf(fact)))
  const dollars = (of: (fact: WithdrawalFact) => bigint) =>
    `$${fromCents(sum(out, of)).replace(/^(\d+)(\d{3})\./, '$1,$2.')}`
  expect(lines).toContainEqual([
    'Pending and confirmed',
    dollars(({ amountCents }) => amountCents),
    dollars(networkCents),
    dollars(platformCents),
    dollars(totalCents),
  ])
  expect(lines.flat().filter((cell) => cell.startsWith('bcrt1q'))).toHaveLength(facts.length)
})
