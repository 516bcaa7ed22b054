import { sql } from 'kysely'
import { hashRestoreCode } from '../crypto/restore-code.ts'
import type { Db } from './connect.ts'
import type { Tx } from './transaction.ts'

/**
 * The restore that is under review, or undefined. Its `backupAt` says until when the database knows everything. Every
 * noun may ask, because nothing that a restore brought back is trusted until the review has ended.
 */
export const findOpenRestore = (db: Db) =>
  db
    .selectFrom('restores')
    .select(['id', 'backupAt', 'restoredAt', 'reviewerId'])
    .where('finishedAt', 'is', null)
    .executeTakeFirst()

/** Whether that was before the last restore, so that what followed from it may have happened already and been lost. */
export const isBeforeRestore = async (db: Db, at: Date): Promise<boolean> =>
  (await db.selectFrom('restores').select('id').where('restoredAt', '>', at).limit(1).executeTakeFirst()) !== undefined

export const isUnderReview = async (db: Db): Promise<boolean> => (await findOpenRestore(db)) !== undefined

/** Holds the open restore, so that nobody finishes it meanwhile. */
export const lockOpenRestore = (tx: Tx) =>
  tx
    .selectFrom('restores')
    .select(['id', 'backupAt', 'restoredAt', 'reviewerId'])
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Starts the review of a database that lacks what happened since then, by the world's clock. */
export const openRestore = async (db: Db, since: Date, code: string) => {
  await sql`select open_restore(${since}, ${hashRestoreCode(code)})`.execute(db)
}

/** Replaces the code of the open review. Who used the one before can't decide anything anymore. */
export const replaceRestoreCode = async (db: Db, code: string): Promise<boolean> => {
  const replaced = await db
    .updateTable('restores')
    .set({ codeHash: hashRestoreCode(code), codeUsedAt: null, reviewerId: null })
    .where('finishedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Whether this is the code of the open review, and nobody has used it. */
export const isRestoreCode = async (db: Db, code: string): Promise<boolean> => {
  const found = await db
    .selectFrom('restores')
    .select('id')
    .where('finishedAt', 'is', null)
    .where('codeUsedAt', 'is', null)
    .where('codeHash', '=', hashRestoreCode(code))
    .executeTakeFirst()
  return found !== undefined
}

/** Uses up the code of the open review, for this admin. It works once. */
export const takeRestoreCode = async (tx: Tx, code: string, adminId: number): Promise<boolean> => {
  const taken = await tx
    .updateTable('restores')
    .set({ codeUsedAt: tx.now, reviewerId: adminId })
    .where('finishedAt', 'is', null)
    .where('codeUsedAt', 'is', null)
    .where('codeHash', '=', hashRestoreCode(code))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export const markRestoreFinished = async (tx: Tx, id: number): Promise<boolean> => {
  const finished = await tx
    .updateTable('restores')
    .set({ finishedAt: tx.now })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}
