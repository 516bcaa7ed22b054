import type { TillChange, TillForm } from '@bitquay/contract/tills'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { Tills } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type TillRow = Selectable<Tills>

type Taxes = Pick<TillForm, 'pricesIncludeTax' | 'keypadTaxRateId' | 'receiptFooter'>
type NewTill = Pick<TillForm, 'name' | 'slug' | 'currency' | 'tips' | keyof Taxes> & {
  options: object
  merchantId: number
  createdBy: string
}
type ChangedTill = Pick<TillChange, 'name' | 'tips' | 'isActive' | keyof Taxes>

const mostTills = 50

/** Creates a till. The caller has locked the merchant, so that simultaneous requests can't create too many. */
export const insertTill = async (tx: Tx, { options, ...till }: NewTill): Promise<number> => {
  const { rows } = await sql<{ tills: bigint }>`
    select count(*) as tills from tills where merchant_id = ${till.merchantId}`.execute(tx)
  if ((rows[0]?.tills ?? 0n) >= BigInt(mostTills)) throw new ApiError('too-many-tills')
  const values = { ...till, options: JSON.stringify(options) }
  const { id } = await tx.insertInto('tills').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks a till of the merchant until the transaction ends. */
export const lockTill = (tx: Tx, merchantId: number, id: number): Promise<TillRow | undefined> =>
  tx
    .selectFrom('tills')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateTill = async (tx: Tx, till: TillRow, change: ChangedTill, options: object) => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await tx
    .updateTable('tills')
    .set({ ...given, options: JSON.stringify(options), updatedAt: tx.now })
    .where('id', '=', till.id)
    .execute()
}
