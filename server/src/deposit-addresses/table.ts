import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { DepositAddresses } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type DepositAddressRow = Selectable<DepositAddresses>

type NewAddress = Pick<
  DepositAddressRow,
  'merchantId' | 'reference' | 'serverUrl' | 'storeId' | 'orderId' | 'createdBy'
>

/** Each takes an address of the wallet for good, and every sync looks them up. */
export const mostAddresses = 1000

/** Saves what is requested before BTCPay is asked, within the merchant's limit. A known order is found again. */
export const beginAddress = async (
  tx: Tx,
  wanted: NewAddress,
  most = mostAddresses,
): Promise<{ row: DepositAddressRow; isNew: boolean }> => {
  // Requests of one merchant at the same time must not exceed the limit together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposit-address:${wanted.merchantId}`}, 0))`.execute(tx)
  const known = await findByOrder(tx, wanted.orderId)
  if (known) return { row: known, isNew: false }
  const { count } = await tx
    .selectFrom('depositAddresses')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('merchantId', '=', wanted.merchantId)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(most)) throw new ApiError('too-many-deposit-addresses')
  const row = await tx.insertInto('depositAddresses').values(wanted).returningAll().executeTakeFirstOrThrow()
  return { row, isNew: true }
}

const findByOrder = (db: Db | Tx, orderId: string): Promise<DepositAddressRow | undefined> =>
  db.selectFrom('depositAddresses').selectAll().where('orderId', '=', orderId).executeTakeFirst()

/**
 * Saves the address once: of two requests at the same time, the first one's is kept. Returns false if the merchant's
 * server named an address of another reference.
 */
export const finishAddress = async (
  db: Db,
  { id, orderId }: DepositAddressRow,
  created: { engineInvoiceId: string; address: string },
): Promise<boolean> => {
  await sql`
    update deposit_addresses d set engine_invoice_id = ${created.engineInvoiceId}, address = ${created.address}
    where d.id = ${id} and d.address is null and not exists (
      select from deposit_addresses o where o.merchant_id = d.merchant_id
        and (o.address = ${created.address} or o.engine_invoice_id = ${created.engineInvoiceId}))`.execute(db)
  const row = await findByOrder(db, orderId)
  return row !== undefined && row.address !== null
}

/** A BTCPay Server has a new address. */
export const moveServer = async (tx: Tx, before: string, after: string) => {
  await tx.updateTable('depositAddresses').set({ serverUrl: after }).where('serverUrl', '=', before).execute()
}
