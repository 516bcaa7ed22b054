import { type RawBuilder, sql } from 'kysely'

/**
 * Changes with everything that is hashed or how, so that a proof says how to check it. Seals of format 1 don't say whose
 * account an entry belongs to. Only their sums do.
 */
export const sealFormat = 2

/** The hash before the first seal. */
export const noHash = Buffer.alloc(32)

/** SHA-256 over lines in the given order. */
const hashLines = (line: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql<Buffer>`sha256(convert_to(coalesce(string_agg(${line}, E'\n' order by ${order}), ''), 'UTF8'))`

export type RangeHash = { transfers: bigint; entries: bigint; hash: Buffer }

/** Number and hash of the transfers of a range, each with all its entries, as seals of a format have it. */
export const hashRange = (format: number, afterId: bigint, lastId: bigint) => sql<RangeHash>`
  select count(*) as transfers, coalesce(sum(r.entries), 0)::bigint as entries, ${hashLines(sql`r.line`, sql`r.id`)} as hash
  from (
    select t.id, x.entries, jsonb_build_array(t.id, t.kind, t.reference, t.reverses, t.btc_price,
      extract(epoch from t.posted_at), x.lines)::text as line
    from ledger_transfers t cross join lateral (
      select count(*) as entries,
        jsonb_agg(jsonb_build_array(e.account_id, ${format === 1 ? sql`` : sql`a.owner_kind, a.owner_id, a.kind, `}e.amount_sats,
          e.amount_usd) order by e.account_id) as lines
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transfer_id = t.id
    ) x
    where t.id > ${afterId} and t.id <= ${lastId}
  ) r`

/** Sums of all entries up to a transfer, per account and kind of transfer. A reversal counts for the kind that it undoes. */
export const sumsUpTo = (lastId: RawBuilder<unknown>) => sql`
  select e.account_id, coalesce(o.kind, t.kind) as category, sum(e.amount_sats)::bigint as amount_sats, sum(e.amount_usd) as amount_usd
  from ledger_entries e join ledger_transfers t on t.id = e.transfer_id left join ledger_transfers o on o.id = t.reverses
  where t.id <= ${lastId} group by 1, 2`

/** Hash of the sums of all accounts with their owners. */
const hashSums = (sums: RawBuilder<unknown>) => sql<Buffer>`(
  select ${hashLines(
    sql`concat_ws('|', s.account_id, a.owner_kind, a.owner_id, a.kind, s.category, s.amount_sats, s.amount_usd)`,
    sql`s.account_id, s.category collate "C"`,
  )}
  from ${sums} s join ledger_accounts a on a.id = s.account_id)`

/** Hash of the sealed sums. */
export const sumsHash = hashSums(sql`ledger_sealed_sums`)

/** The same hash, from the entries up to a transfer and the owners of today. */
export const sumsHashAt = (lastId: RawBuilder<unknown>) => hashSums(sql`(${sumsUpTo(lastId)})`)

/** Hash of the personal hashes of a seal. */
export const peopleHash = (sealId: RawBuilder<unknown>) => sql<Buffer>`(
  select ${hashLines(
    sql`concat_ws('|', p.owner_kind, p.owner_id, encode(p.hash, 'hex'))`,
    sql`p.owner_kind collate "C", p.owner_id`,
  )}
  from ledger_seal_people p where p.seal_id = ${sealId})`

/** Who requested the sends of a range and where they went, per owner. */
export const peopleOfRange = (afterId: RawBuilder<unknown>, lastId: RawBuilder<unknown>) => sql`(
  select case when s.partner_id is null then 'merchant' else 'partner' end as owner_kind,
    coalesce(s.partner_id, s.merchant_id) as owner_id,
    string_agg(jsonb_build_array(t.id, s.address, s.requested_by)::text, E'\n' order by t.id) as text
  from ledger_transfers t join sends s on s.id = split_part(t.reference, '#', 1)::integer
  where t.kind in ('send', 'payout-hold') and t.id > ${afterId} and t.id <= ${lastId}
    and coalesce(s.partner_id, s.merchant_id) is not null
  group by 1, 2)`

/** The hash of a personal text with its salt. */
export const saltedHash = (salt: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
  sql<Buffer>`sha256(${salt} || convert_to(${text}, 'UTF8'))`

/** The hash of a seal, from its stored parts. */
export const sealHash = sql<Buffer>`sha256(convert_to(concat_ws('|', s.format, s.id, s.after_id, s.last_id,
  s.transfers, s.entries, encode(s.entries_hash, 'hex'), encode(s.people_hash, 'hex'), encode(s.sums_hash, 'hex'),
  encode(s.previous_hash, 'hex')), 'UTF8'))`
