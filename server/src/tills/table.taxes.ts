import type { TaxRateForm } from '@bitquay/contract/tills.taxes'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export const insertTaxRate = async (tx: Tx, merchantId: number, rate: TaxRateForm): Promise<number> => {
  const { id } = await tx
    .insertInto('tillTaxRates')
    .values({ merchantId, ...rate })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateTaxRate = async (
  tx: Tx,
  merchantId: number,
  id: number,
  rate: TaxRateForm,
): Promise<number | undefined> => {
  const updated = await tx
    .updateTable('tillTaxRates')
    .set(rate)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return updated?.id
}

/** Deletes a rate. Returns false if an item or a till still has it, and undefined if there is no such rate. */
export const deleteTaxRate = async (tx: Tx, merchantId: number, id: number): Promise<boolean | undefined> => {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from till_items where tax_rate_id = r.id and removed_at is null)
      or exists (select from tills where merchant_id = r.merchant_id and keypad_tax_rate_id = r.id) as is_used
    from till_tax_rates r where r.merchant_id = ${merchantId} and r.id = ${id} for update`.execute(tx)
  const [rate] = rows
  if (!rate || rate.isUsed) return rate && false
  // Removed items don't keep it.
  await tx.updateTable('tillItems').set({ taxRateId: null }).where('taxRateId', '=', id).execute()
  await tx.deleteFrom('tillTaxRates').where('id', '=', id).execute()
  return true
}
