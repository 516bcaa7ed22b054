import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import {
  hashRange,
  noHash,
  peopleHash,
  peopleOfRange,
  saltedHash,
  sealHash,
  sumsHash,
  sumsHashAt,
  sumsUpTo,
} from './seal-hashes.ts'
import type { AuditRow } from './table.audit-runs.ts'

/** Checks of the seals that don't read what they seal. */
export const sealChecks = {
  'Each seal follows from the one before it': sql<AuditRow>`
    select 'seal ' || s.id as subject, encode(${sealHash}, 'hex') as expected, encode(s.hash, 'hex') as found
    from (
      select *, lag(hash, 1, ${noHash}::bytea) over (order by id) as hash_before,
        lag(id, 1, 0::bigint) over (order by id) as id_before, lag(last_id, 1, 0::bigint) over (order by id) as last_id_before
      from ledger_seals
    ) s
    where s.hash <> ${sealHash} or s.previous_hash <> s.hash_before or s.id <> s.id_before + 1 or s.after_id <> s.last_id_before`,

  'Sealed sums match the last seal': sql<AuditRow>`
    select 'sealed sums' as subject, coalesce(encode(l.sums_hash, 'hex'), 'none') as expected, encode(h.hash, 'hex') as found
    from (select ${sumsHash} as hash) h left join (select sums_hash from ledger_seals order by id desc limit 1) l on true
    where h.hash <> coalesce(l.sums_hash, sha256(''))`,
}

/** Checks of the sealed sums that read all sealed entries. */
export const sealedSumChecks = {
  'Sealed sums match their entries': sql<AuditRow>`
    select 'account ' || coalesce(s.account_id, e.account_id) || ' ' || coalesce(s.category, e.category) as subject,
      coalesce(e.amount_sats, 0) || ' sats, ' || coalesce(e.amount_usd, 0) || ' USD' as expected,
      coalesce(s.amount_sats, 0) || ' sats, ' || coalesce(s.amount_usd, 0) || ' USD' as found
    from ledger_sealed_sums s full join (${sumsUpTo(sql`(select max(last_id) from ledger_seals)`)}) e
      on e.account_id = s.account_id and e.category = s.category
    where (coalesce(e.amount_sats, 0), coalesce(e.amount_usd, 0)) <> (coalesce(s.amount_sats, 0), coalesce(s.amount_usd, 0))`,

  // Entries of format 1 don't name owners. Their sums do, so the last one binds them all.
  'Owners of sealed accounts are unchanged': sql<AuditRow>`
    select 'seal ' || s.id as subject, encode(s.sums_hash, 'hex') as expected, encode(h.hash, 'hex') as found
    from (select * from ledger_seals where format = 1 order by id desc limit 1) s
      cross join lateral (select ${sumsHashAt(sql`s.last_id`)} as hash) h
    where s.sums_hash <> h.hash`,
}

type SealedRange = {
  format: number
  id: bigint
  afterId: bigint
  lastId: bigint
  transfers: bigint
  entries: bigint
  entriesHash: Buffer
}

export const sealedContentsCheck = 'Sealed entries are unchanged'

/** Hashes the contents of every sealed range again, one range at a time. */
export const checkSealedContents = async (db: Db): Promise<AuditRow[]> => {
  const found: AuditRow[] = []
  const { rows: seals } = await sql<SealedRange>`
    select format, id, after_id, last_id, transfers, entries, entries_hash from ledger_seals order by id`.execute(db)
  for (const seal of seals) found.push(...(await checkRange(db, seal)), ...(await checkPeople(db, seal)))
  return found
}

/** Compares a range of the ledger with the hash that it had. */
export const checkRange = async (db: Db, seal: SealedRange): Promise<AuditRow[]> => {
  const now = (await hashRange(seal.format, seal.afterId, seal.lastId).execute(db)).rows[0]
  if (now?.hash.equals(seal.entriesHash)) return []
  const describe = (transfers: bigint, entries: bigint, hash: Buffer) =>
    `${transfers} transfers, ${entries} entries, ${hash.toString('hex')}`
  return [
    {
      subject: `seal ${seal.id}, transfers ${seal.afterId + 1n} to ${seal.lastId}`,
      expected: describe(seal.transfers, seal.entries, seal.entriesHash),
      found: now ? describe(now.transfers, now.entries, now.hash) : 'nothing',
    },
  ]
}

/**
 * Where the salt was deleted with the person, only the stored hash is checked. Nobody else's salt may be missing, or what
 * the hash stands for could be changed.
 */
const checkPeople = async (db: Db, { id, afterId, lastId }: SealedRange): Promise<AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    select 'seal ' || ${id}::bigint || ', sends of ' || p.owner_kind || ' ' || p.owner_id as subject,
      encode(p.hash, 'hex') as expected, coalesce(encode(${saltedHash(sql`p.salt`, sql`r.text`)}, 'hex'), 'no sends') as found
    from ledger_seal_people p left join ${peopleOfRange(sql`${afterId}`, sql`${lastId}`)} r
      on r.owner_kind = p.owner_kind and r.owner_id = p.owner_id
    where p.seal_id = ${id} and p.salt is not null and p.hash is distinct from ${saltedHash(sql`p.salt`, sql`r.text`)}
    union all
    select 'seal ' || s.id || ', salt of ' || p.owner_kind || ' ' || p.owner_id, 'a salt', 'none'
    from ledger_seal_people p join ledger_seals s on s.id = p.seal_id
    where p.seal_id = ${id} and p.salt is null and not exists (
      select from merchants m where p.owner_kind = 'merchant' and m.id = p.owner_id and m.erased_at >= s.sealed_at
      union all
      select from merchant_users u where p.owner_kind = 'merchant' and u.merchant_id = p.owner_id and u.erased_at >= s.sealed_at
      union all
      select from partners r where p.owner_kind = 'partner' and r.id = p.owner_id and r.erased_at >= s.sealed_at)
    union all
    select 'seal ' || s.id || ', personal hashes', encode(s.people_hash, 'hex'), encode(${peopleHash(sql`s.id`)}, 'hex')
    from ledger_seals s where s.id = ${id} and s.people_hash <> ${peopleHash(sql`s.id`)}`.execute(db)
  return rows
}
