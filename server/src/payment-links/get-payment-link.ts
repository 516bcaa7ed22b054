import type { PaymentLink } from '@bitquay/contract/payment-links'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findPaymentLink } from './queries.ts'

export const getPaymentLink = async (
  db: Db | Tx,
  merchantId: number,
  id: number,
  publicUrl: string,
): Promise<PaymentLink> => {
  const link = await findPaymentLink(db, merchantId, id, publicUrl)
  if (!link) throw new ApiError('not-found')
  return link
}
