import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findPrice } from './table.ts'

/** Dollars become satoshis to be sent only at a price that is young. */
export const getFreshPrice = async (db: Db): Promise<bigint> => {
  const price = await findPrice(db)
  if (price.stale) throw new ApiError('price-too-old')
  return price.cents
}
