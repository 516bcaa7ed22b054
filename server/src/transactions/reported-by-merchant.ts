import { sql } from 'kysely'

/**
 * Whether only the merchant's own server or node has reported a transaction `t`. A booked payment keeps who told of it;
 * for anything else, the server that the store is on now tells.
 */
export const isReportedByMerchant = sql<boolean>`coalesce(reporter_fee.told_by_merchant,
  rtrim(reporter_store.server_url, '/') is distinct from (select rtrim(server_url, '/') from stores where merchant_id is null))`

export const joinReporter = sql`left join fee_transactions reporter_fee on reporter_fee.transfer_id = t.transfer_id
  left join stores reporter_store on reporter_store.merchant_id = t.merchant_id`
