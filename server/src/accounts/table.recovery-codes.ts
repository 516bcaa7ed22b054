import { createHash, randomInt } from 'node:crypto'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { identityOf, type PersonRef } from '../platform/http/person.ts'

const codesEach = 10
/** Without 0/o, 1/l/i and u/v pairs, so that codes can be read aloud and copied from paper. */
const alphabet = 'abcdefghjkmnpqrstwxyz23456789'

/** Creates ten new codes and deletes the old ones. This is the only time that anyone sees them. */
export const replaceRecoveryCodes = async (tx: Tx, person: PersonRef): Promise<string[]> => {
  const codes = Array.from({ length: codesEach }, newRecoveryCode)
  await deleteRecoveryCodes(tx, person)
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ personKind: person.kind, personId: person.id, codeHash: hashOf(person, code) })))
    .execute()
  return codes
}

export const deleteRecoveryCodes = async (tx: Tx, person: PersonRef) => {
  await tx.deleteFrom('recoveryCodes').where('personKind', '=', person.kind).where('personId', '=', person.id).execute()
}

export const countRecoveryCodes = async (db: Db, person: PersonRef): Promise<number> => {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select((row) => row.fn.countAll<bigint>().as('left'))
    .where('personKind', '=', person.kind)
    .where('personId', '=', person.id)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** A code works once: of several requests at the same time, the first to mark it wins. */
export const spendRecoveryCode = async (
  tx: Tx,
  person: PersonRef,
  code: string,
): Promise<'spent' | 'spent-before' | 'unknown'> => {
  const mine = tx
    .updateTable('recoveryCodes')
    .set({ usedAt: tx.now })
    .where('personKind', '=', person.kind)
    .where('personId', '=', person.id)
    .where('codeHash', '=', hashOf(person, code))
  if (await mine.where('usedAt', 'is', null).returning('id').executeTakeFirst()) return 'spent'
  const before = await tx
    .selectFrom('recoveryCodes')
    .select('id')
    .where('personKind', '=', person.kind)
    .where('personId', '=', person.id)
    .where('codeHash', '=', hashOf(person, code))
    .executeTakeFirst()
  return before ? 'spent-before' : 'unknown'
}

/** 72 bits, which a fast hash keeps safe even from someone who has the table. */
const newRecoveryCode = () => {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group()].join('-')
}

const hashOf = (person: PersonRef, code: string) => {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256')
    .update(`${identityOf(person)}:${plain}`)
    .digest()
}
