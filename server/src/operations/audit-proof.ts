import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/db/connect.ts'
import { readSnapshot } from './audit-ledger.ts'
import { checkRange } from './audit-seals.ts'
import { sealFormat, sumsUpTo } from './seal-hashes.ts'
import type { AuditRow } from './table.audit-runs.ts'

const whole = z.string().regex(/^-?\d{1,30}$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const format = z.number().int().min(1).max(sealFormat)

/** What `scripts/check-audit-proof.mjs` checks without the database. */
export const auditProof = z.strictObject({
  format,
  exportedAt: z.string(),
  seals: z.array(
    z.strictObject({
      /** Proofs of format 1 don't say it: all their seals have format 1. */
      format: format.default(1),
      ...{ id: whole, afterId: whole, lastId: whole, transfers: whole, entries: whole },
      ...{ entriesHash: hash, peopleHash: hash, sumsHash: hash, previousHash: hash, hash },
    }),
  ),
  /** Debits minus credits of each account, up to the last seal. */
  sums: z.array(
    z.strictObject({
      ...{ accountId: whole, ownerKind: z.string(), ownerId: whole, kind: z.string(), category: z.string() },
      ...{ sats: whole, usd: z.string() },
    }),
  ),
})
export type AuditProof = z.infer<typeof auditProof>

/** The seals and the sums of all accounts up to the last one. It holds no names. */
export const readProof = (db: Db): Promise<AuditProof> =>
  readSnapshot(db, async (snapshot) => {
    const { rows: seals } = await sql<AuditProof['seals'][number]>`
      select format, id::text, after_id::text, last_id::text, transfers::text, entries::text, encode(entries_hash, 'hex') as entries_hash,
        encode(people_hash, 'hex') as people_hash, encode(sums_hash, 'hex') as sums_hash,
        encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
      from ledger_seals order by ledger_seals.id`.execute(snapshot)
    const { rows: sums } = await sql<AuditProof['sums'][number]>`
      select s.account_id::text, a.owner_kind, a.owner_id::text, a.kind, s.category, s.amount_sats::text as sats, s.amount_usd::text as usd
      from ledger_sealed_sums s join ledger_accounts a on a.id = s.account_id
      order by s.account_id, s.category collate "C"`.execute(snapshot)
    return { format: sealFormat, exportedAt: new Date().toISOString(), seals, sums }
  })

/**
 * Compares the ledger with a proof that was exported earlier: the contents of each range, its seal, and the sums of each
 * account with its owner. An entry or an owner that was changed since is found, even if all seals were computed again.
 */
export const compareWithProof = async (db: Db, proof: AuditProof): Promise<AuditRow[]> => {
  const found: AuditRow[] = []
  for (const seal of proof.seals) {
    const { rows } = await sql<{ hash: string }>`
      select encode(hash, 'hex') as hash from ledger_seals where id = ${seal.id}::bigint`.execute(db)
    const now = rows[0]?.hash ?? 'no seal'
    if (now !== seal.hash) found.push({ subject: `seal ${seal.id}`, expected: seal.hash, found: now })
    found.push(
      ...(await checkRange(db, {
        format: seal.format,
        ...{ id: BigInt(seal.id), afterId: BigInt(seal.afterId), lastId: BigInt(seal.lastId) },
        ...{ transfers: BigInt(seal.transfers), entries: BigInt(seal.entries) },
        entriesHash: Buffer.from(seal.entriesHash, 'hex'),
      })),
    )
  }
  return [...found, ...(await compareSums(db, proof))]
}

/** Each account up to the last seal of the proof: whose it was, what it was for, and its sums. */
const compareSums = async (db: Db, { seals, sums }: AuditProof): Promise<AuditRow[]> => {
  const lastId = seals.at(-1)?.lastId ?? '0'
  const { rows } = await sql<AuditRow>`
    with proof as (
      select "accountId" as account_id, category, ${accountLine(sql`"ownerKind"`, sql`"ownerId"`, sql`kind`, sql`sats`, sql`usd`)} as line
      from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as p ("accountId" integer, "ownerKind" text, "ownerId" integer,
        kind text, category text, sats bigint, usd numeric(20, 8))
    ), ledger as (
      select s.account_id, s.category,
        ${accountLine(sql`a.owner_kind`, sql`a.owner_id`, sql`a.kind`, sql`s.amount_sats`, sql`s.amount_usd`)} as line
      from (${sumsUpTo(sql`${lastId}::bigint`)}) s join ledger_accounts a on a.id = s.account_id
    )
    select 'account ' || account_id || ', ' || category as subject, coalesce(p.line, 'nothing') as expected,
      coalesce(l.line, 'nothing') as found
    from proof p full join ledger l using (account_id, category) where p.line is distinct from l.line
    order by account_id, category`.execute(db)
  return rows
}

const accountLine = (...[ownerKind, ownerId, kind, sats, usd]: RawBuilder<unknown>[]) =>
  sql`concat(${ownerKind}, ' ', ${ownerId}, ' ', ${kind}, ', ', ${sats}, ' sats, ', ${usd}, ' USD')`
