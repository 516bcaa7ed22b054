import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { InvoiceAttempts, Invoices } from '../platform/db/types.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'

type Tables = { invoices: Selectable<Invoices>; invoice_attempts: Selectable<InvoiceAttempts> }

/**
 * If a process dies, others take over after this time. A running process renews its lease while it waits for the
 * engine.
 */
export const leaseSeconds = 20
const renewMs = 5_000
export const leasedUntil = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

/** Only one process at a time asks the engine for an invoice or an attempt. */
export const takeLease = async (db: Db, table: keyof Tables, id: number): Promise<boolean> => {
  const { rows } = await sql`
    update ${sql.table(table)} set leased_until = ${leasedUntil}
    where id = ${id} and status = 'creating' and (leased_until is null or leased_until < now()) returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Renews the lease for as long as the work takes. */
export const holdLease = async <T>(db: Db, table: keyof Tables, id: number, work: () => Promise<T>): Promise<T> => {
  const renewal = setInterval(() => void setLease(db, table, id, leasedUntil).catch(() => undefined), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}

/** Releases the lease, so that the next request doesn't have to wait. */
export const releaseLease = (db: Db, table: keyof Tables, id: number) => setLease(db, table, id, null)

const setLease = (db: Db, table: keyof Tables, id: number, until: typeof leasedUntil | null) =>
  sql`update ${sql.table(table)} set leased_until = ${until} where id = ${id} and status = 'creating'`.execute(db)

/** `isOld`: the engine never created it. */
type Unfinished<Name extends keyof Tables> = Tables[Name] & { isOld: boolean }

/** Much longer than any request to the engine takes, so an invoice that is still missing was never created. */
const givenUpAfterMinutes = 10

/** When the oldest row in creation has been there longer than any request takes. */
export const unfinishedDueAt = (table: keyof Tables) =>
  sql`(select min(created_at) + interval '1 minute' from ${sql.table(table)} where status = 'creating')`

/** Rows that have been in creation longer than any request takes, and that no process works on. */
export const findUnfinished = async <Name extends keyof Tables>(
  db: Db,
  table: Name,
  { worker, most, lane = null }: { worker: string; most: number; lane?: string | null },
): Promise<Unfinished<Name>[]> => {
  const { rows } = await sql<Unfinished<Name>>`${planKept}
    select r.*, r.created_at < app_now() - make_interval(mins => ${givenUpAfterMinutes}) as is_old from ${sql.table(table)} r
    where r.status = 'creating' and r.created_at < app_now() - interval '1 minute'
      and (r.leased_until is null or r.leased_until < now())
      and (${lane}::text is null or exists (
        select from stores s where s.merchant_id = r.merchant_id and s.standing = 'current' and store_lane(s) = ${lane}))
      and not ${isWaiting(worker, sql`r.id::text`)}
    order by r.created_at limit ${most}`.execute(db)
  return rows
}
