import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import { hashRange, noHash, peopleOfRange, saltedHash, sealFormat, sealHash, sumsHash } from './seal-hashes.ts'

export type Seal = { id: bigint; lastId: bigint; hash: Buffer }

/** Holds the sealing, so that two processes never seal the same range. */
export const lockSealing = async (tx: Tx): Promise<{ lastId: bigint; notedIn: bigint; isRestored: boolean }> => {
  const { rows } = await sql<{ lastId: bigint; notedIn: string; isRestored: boolean }>`
    select last_id, noted_in, noted_in >= pg_snapshot_xmax(pg_current_snapshot()) as is_restored
    from ledger_sealing for update`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the sealing has no row')
  return { ...row, notedIn: BigInt(row.notedIn) }
}

/** Notes how far the ledger reaches now. Every transfer up to here has its transaction's number already. */
export const noteReach = async (tx: Tx) => {
  const { rows } = await sql<{ lastId: bigint }>`select coalesce(max(id), 0) as last_id from ledger_transfers`.execute(
    tx,
  )
  await sql`
    update ledger_sealing set last_id = ${rows[0]?.lastId ?? 0n}, noted_in = pg_current_xact_id()`.execute(tx)
}

export const findLastSeal = async (tx: Tx): Promise<Seal> => {
  const { rows } = await sql<Seal>`select id, last_id, hash from ledger_seals order by id desc limit 1`.execute(tx)
  return rows[0] ?? { id: 0n, lastId: 0n, hash: noHash }
}

/** The end of the next range: at most `most` transfers, none beyond `reach`. */
export const findRangeEnd = async (
  tx: Tx,
  afterId: bigint,
  reach: bigint,
  most: number,
): Promise<bigint | undefined> => {
  const { rows } = await sql<{ lastId: bigint | null }>`
    select max(id) as last_id from (
      select id from ledger_transfers where id > ${afterId} and id <= ${reach} order by id limit ${most}
    ) t`.execute(tx)
  return rows[0]?.lastId ?? undefined
}

/** Seals the range between the last seal and `lastId`. */
export const saveSeal = async (tx: Tx, last: Seal, lastId: bigint) => {
  const range = (await hashRange(sealFormat, last.lastId, lastId).execute(tx)).rows[0]
  if (!range) throw new Error('the range has no hash')
  const id = last.id + 1n
  await addSealedSums(tx, last.lastId, lastId)
  const people = await hashPeople(tx, last.lastId, lastId)
  const peopleText = people.map(({ ownerKind, ownerId, hash }) => `${ownerKind}|${ownerId}|${hash.toString('hex')}`)
  await sql`
    with part as (
      select ${sql.lit(sealFormat)}::smallint as format, ${id}::bigint as id, ${last.lastId}::bigint as after_id, ${lastId}::bigint as last_id,
        ${range.transfers}::bigint as transfers, ${range.entries}::bigint as entries, ${range.hash}::bytea as entries_hash,
        sha256(convert_to(${peopleText.join('\n')}, 'UTF8')) as people_hash, ${sumsHash} as sums_hash,
        ${last.hash}::bytea as previous_hash
    )
    insert into ledger_seals (format, id, after_id, last_id, transfers, entries, entries_hash, people_hash, sums_hash, previous_hash, hash)
    select s.*, ${sealHash} from part s`.execute(tx)
  if (people.length > 0) {
    await tx
      .insertInto('ledgerSealPeople')
      .values(people.map((person) => ({ ...person, sealId: id })))
      .execute()
  }
}

const addSealedSums = (tx: Tx, afterId: bigint, lastId: bigint) =>
  sql`
    insert into ledger_sealed_sums as s (account_id, category, amount_sats, amount_usd)
    select e.account_id, coalesce(o.kind, t.kind), sum(e.amount_sats), sum(e.amount_usd)
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id left join ledger_transfers o on o.id = t.reverses
    where t.id > ${afterId} and t.id <= ${lastId} group by 1, 2
    on conflict (account_id, category) do update set
      amount_sats = s.amount_sats + excluded.amount_sats, amount_usd = s.amount_usd + excluded.amount_usd`.execute(tx)

type PersonHash = { ownerKind: string; ownerId: number; salt: Buffer; hash: Buffer }

/** Ordered as the seal hashes them. */
const hashPeople = async (tx: Tx, afterId: bigint, lastId: bigint): Promise<PersonHash[]> => {
  const { rows } = await sql<PersonHash>`
    select p.owner_kind, p.owner_id, p.salt, ${saltedHash(sql`p.salt`, sql`p.text`)} as hash from (
      select r.*, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as salt
      from ${peopleOfRange(sql`${afterId}`, sql`${lastId}`)} r offset 0
    ) p order by p.owner_kind collate "C", p.owner_id`.execute(tx)
  return rows
}
