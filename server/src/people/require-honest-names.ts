import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'

type Problem = 'email' | 'link' | 'domain' | 'platform'

const messages: Record<Problem, string> = {
  email: 'Leave out the email address. Customers read this name.',
  link: 'Leave out the link. Customers read this name.',
  domain: 'Leave out the web address, unless it is the website of your application. Customers read this name.',
  platform: 'Leave out the name of the platform, and what looks like it. Customers read this name.',
}

/** Whose names these are: a merchant, or somebody who applies and names a website. */
type Owner = { merchantId: number } | { website: string | null | undefined }

/**
 * Refuses names that would lead customers elsewhere or speak for the platform. `names` are the names that are new, by
 * their field in the request.
 */
export const requireHonestNames = async (
  db: Db | Tx,
  owner: Owner,
  names: Readonly<Record<string, string | null | undefined>>,
) => {
  const given = Object.entries(names).flatMap(([path, name]) => (name ? [{ path, name }] : []))
  if (given.length === 0) return
  const problem =
    'merchantId' in owner
      ? sql`open_name_problem(${owner.merchantId}, n.name)`
      : sql`coalesce(name_problem(n.name, ${owner.website ?? null}),
          case when resembles_platform(n.name) then 'platform' end)`
  const { rows } = await sql<{ path: string; problem: Problem }>`
    select path, problem from (
      select n.path, ${problem} as problem
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (path text, name text)) f
    where problem is not null`.execute(db)
  const [first] = rows
  if (!first) return
  throw new ApiError('invalid-request', {
    message: messages[first.problem],
    fields: rows.slice(0, 20).map((row) => ({ path: row.path, message: messages[row.problem] })),
  })
}
