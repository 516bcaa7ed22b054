import { sql } from 'kysely'
import type { AuditRow } from './table.audit-runs.ts'

/**
 * What belongs together has one owner. Somebody who gives one record to somebody else, to move money or to hide a debt,
 * has to change everything that refers to it, and then the ledger's own checks find it.
 */
export const ownerChecks = {
  'Records of one movement have the same owner': sql<AuditRow>`
    select what as subject, owner || ' ' || expected as expected, owner || ' ' || found as found from (
      select 'refund ' || r.id as what, 'merchant' as owner, i.merchant_id as expected, r.merchant_id as found
      from refunds r join invoices i on i.invoice_id = r.invoice_id
      union all
      select 'refund ' || r.id, 'merchant', s.merchant_id, r.merchant_id from refunds r join sends s on s.id = r.send_id
      union all
      select 'promo code ' || p.promo_code_id, 'merchant', s.merchant_id, p.merchant_id
      from promo_redemptions p join sends s on s.id = p.send_id
      union all
      select 'loop-out ' || l.id, 'merchant', s.merchant_id, l.merchant_id
      from lightning_loop_out_requests l join sends s on s.loop_out_id = l.id
      union all
      select 'loop-out ' || l.id, 'merchant', a.owner_id, l.merchant_id
      from lightning_loop_out_requests l join ledger_transfers t on t.kind = 'loop-out-hold' and t.reference = l.id::text
        join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id and a.owner_kind = 'merchant'
      union all
      select 'fee ' || p.fee_id, 'merchant', f.merchant_id, p.merchant_id
      from partner_shares p join fee_transactions f on f.id = p.fee_id
      union all
      select 'fee payment ' || p.id, 'merchant', i.merchant_id, p.merchant_id
      from fee_payments p join fee_invoices i on i.id = p.fee_invoice_id
      union all
      select 'address or hash ' || d.destination, 'merchant', i.merchant_id, d.merchant_id
      from invoice_destinations d join invoices i on i.invoice_id = d.invoice_id
      union all
      select 'store ' || s.id || ' of ' || d.destination, 'merchant', d.merchant_id, s.merchant_id
      from invoice_destinations d join stores s on s.store_id = d.store_id and s.server_url = d.server_url
      where d.store_id is not null
      union all
      select 'send ' || s.id, a.owner_kind, a.owner_id, case a.owner_kind when 'partner' then s.partner_id else s.merchant_id end
      from sends s join ledger_entries e on e.transfer_id = s.transfer_id
        join ledger_accounts a on a.id = e.account_id and a.owner_kind in ('merchant', 'partner')
      where s.kind in ('payout', 'sweep', 'loop-out')
      union all
      select 'transaction ' || t.id, 'merchant', s.merchant_id, t.merchant_id
      from sends s join transactions t on t.txid = s.txid and t.type = 'incoming' and t.purpose = 'loop-out'
      where s.kind = 'loop-out'
    ) p where expected is distinct from found`,

  'Partners’ shares of fees are in their own accounts': sql<AuditRow>`
    select 'fee ' || p.fee_id || ', partner ' || p.partner_id as subject, coalesce(-e.amount_sats, 0) || ' sats' as expected,
      p.share_sats || ' sats' as found
    from partner_shares p join fee_transactions f on f.id = p.fee_id
      left join ledger_accounts a on a.owner_kind = 'partner' and a.owner_id = p.partner_id and a.kind = 'earned'
      left join ledger_entries e on e.transfer_id = f.transfer_id and e.account_id = a.id
    where p.share_sats <> coalesce(-e.amount_sats, 0)`,
}
