import type { Sale } from '@bitquay/contract/tills.pos'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { TillDevice } from '../platform/http/person.ts'
import { getSale } from './queries.ts'
import { findSaleByKey, markSaleCanceled } from './table.sales.ts'

/**
 * Cancels a sale that nobody has paid. The customer may still hold its code: a payment that arrives later counts, and
 * the sale is paid then.
 */
export const cancelSale = async (deps: Deps, device: TillDevice, saleKey: string): Promise<Sale> => {
  await inTransaction(deps.db, async (tx) => {
    const sale = await findSaleByKey(tx, device.tillId, saleKey)
    if (sale?.deviceId !== device.id) throw new ApiError('not-found')
    if (!(await markSaleCanceled(tx, sale.id))) throw new ApiError('sale-not-cancelable')
  })
  deps.wake('return-stock')
  return getSale(deps, device, saleKey)
}
