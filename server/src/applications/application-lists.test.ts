import {
  applicationStatuses,
  exportApplications,
  listApplications,
  summarizeApplications,
} from '@bitquay/contract/applications'
import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Fact, moments, proveList } from '../../test/lists.ts'
import { addAdmin, addMerchant, signInAs } from '../../test/people.ts'

type ApplicationFact = Fact & { status: (typeof applicationStatuses)[number]; name: string; email: string }

let server: TestApp
let token: string
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  token = await signInAs(server, await addAdmin(server))
})
afterAll(() => server.close())

const nameOf = (index: number) => `${['blue', 'Anchor', 'Zebra', 'anchor'][index % 4]} ${index % 3}`

const insertApplication = async (at: Date, index: number): Promise<ApplicationFact> => {
  const fact = {
    at,
    status: applicationStatuses[index % applicationStatuses.length] ?? 'pending',
    name: nameOf(index),
    email: `applicant-${index}@example.test`,
  }
  const merchantId = fact.status === 'approved' ? (await addMerchant(server)).id : null
  const { rows } = await sql<{ id: number }>`
    insert into merchant_applications (business_name, contact_name, email, phone, business_type, business_description,
      monthly_volume, status, reviewed_at, merchant_id, created_at)
    values (${fact.name}, 'Contact', ${fact.email}, '555 010 0200', 'Other', 'Something useful', 'Less', ${fact.status},
      ${fact.status === 'pending' ? null : at}, ${merchantId}, ${at}) returning id`.execute(server.deps.db)
  return { ...fact, id: String(rows[0]?.id) }
}

test('a list of applications is its range, filter and order, and so are its counts', async () => {
  const facts: ApplicationFact[] = []
  for (const [index, at] of moments.entries()) facts.push(await insertApplication(at, index))
  const bySearch = {
    query: { search: 'anch' },
    keeps: ({ name }: ApplicationFact) => name.toLowerCase().startsWith('anch'),
  }
  await proveList<ApplicationFact>({
    server,
    token,
    call: listApplications,
    facts,
    idOf: ({ id }) => String(id),
    filters: [
      { query: {}, keeps: () => true },
      ...applicationStatuses.map((status) => ({
        query: { status },
        keeps: (fact: ApplicationFact) => fact.status === status,
      })),
      bySearch,
    ],
    sorts: { date: ({ at }) => at.getTime(), name: ({ name }) => name.toLowerCase() },
    csv: {
      call: exportApplications,
      cellsOf: ({ id, businessName, email }) => ({
        ID: String(id),
        Business: String(businessName),
        Email: String(email),
      }),
    },
    summary: {
      call: summarizeApplications,
      of: (matching, { search }, inRange) => {
        const others = search ? inRange.filter(bySearch.keeps) : inRange
        return {
          total: facts.length,
          filtered: matching.length,
          statuses: Object.fromEntries(
            applicationStatuses.map((status) => [status, others.filter((fact) => fact.status === status).length]),
          ),
        }
      },
    },
  })
}, 300_000)
