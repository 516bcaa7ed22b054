import { sql } from 'kysely'

/**
 * Whether only the merchant's own server or node has reported a transaction `t`. A booked payment stores who reported
 * it. For anything else, the server that the store is on now decides.
 */
export const isReportedByMerchant = sql<boolean>`coalesce(reporter_fee.told_by_merchant, reporter_store.engine_id is null)`

export const joinReporter = sql`left join fee_transactions reporter_fee on reporter_fee.transfer_id = t.transfer_id
  left join stores reporter_store on reporter_store.merchant_id = t.merchant_id and reporter_store.standing = 'current'`
