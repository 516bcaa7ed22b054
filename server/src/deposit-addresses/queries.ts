import type { DepositAddress } from '@bitquay/contract/deposit-addresses'
import { fromSats } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'

type Row = {
  id: number
  reference: string
  address: string
  payments: bigint
  receivedSats: bigint
  receivedUsd: string
  createdAt: Date
}

type Page = { limit: number; cursor: string | undefined }

/** A page of a merchant's deposit addresses, newest first. */
export const listDepositAddresses = async (
  db: Db,
  merchantId: number,
  { search }: { search?: string | undefined },
  { limit, cursor }: Page,
): Promise<{ rows: DepositAddress[]; next: string | undefined }> => {
  const wanted = search?.trim()
  const like = `${wanted?.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await select(
    db,
    sql`merchant_id = ${merchantId}
      ${cursor === undefined ? sql`` : sql`and id < ${Number(cursor)}`}
      ${wanted ? sql`and (reference ilike ${like} or address = ${wanted.toLowerCase()})` : sql``}`,
    limit + 1,
  )
  const shown = rows.slice(0, limit)
  return { rows: shown.map(present), next: rows.length > limit ? String(shown.at(-1)?.id) : undefined }
}

export const getDepositAddress = async (db: Db, merchantId: number, id: number): Promise<DepositAddress> => {
  const [row] = await select(db, sql`merchant_id = ${merchantId} and id = ${id}`, 1)
  if (!row) throw new ApiError('not-found')
  return present(row)
}

/** One whose address BTCPay hasn't returned yet isn't shown. */
const select = async (db: Db, where: RawBuilder<unknown>, limit: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select d.id, d.reference, d.address, d.created_at, t.payments, t.received_sats, t.received_usd
    from (select * from deposit_addresses where address is not null and ${where} order by id desc limit ${limit}) d,
      lateral (
        select count(*) as payments, coalesce(sum(amount * 100000000), 0)::bigint as received_sats,
          coalesce(sum(amount_usd), 0)::numeric(20, 2) as received_usd
        from transactions where deposit_address_id = d.id and booked
      ) t
    order by d.id desc`.execute(db)
  return rows
}

const present = (row: Row): DepositAddress => ({
  id: row.id,
  reference: row.reference,
  address: row.address,
  payments: Number(row.payments),
  receivedBtc: fromSats(row.receivedSats),
  receivedUsd: row.receivedUsd,
  createdAt: row.createdAt.toISOString(),
})
