import type { By } from '../facts/index.ts'
import { findMailName } from '../mail/index.ts'
import { getMerchant, listManagerEmails } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Who manages a store, and who changes its people, as an email shows them. */
export type Team = {
  managers: readonly string[]
  storeName: string
  by: string
  address?: string
  publicUrl: string
}

/**
 * The owner and every admin of the store, also the one who changes something. Read it before the change, so that
 * someone who is no longer an admin afterwards reads of it too. Nobody acts for a store without its people knowing, but
 * they don't learn who of us it was.
 */
export const readTeam = async (
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  merchantId: number,
  { actor, source }: By,
): Promise<Team> => {
  const { storeName } = await getMerchant(tx, merchantId)
  const isOurs = typeof actor === 'string' || actor.kind === 'admin' || actor.email === null
  return {
    managers: await listManagerEmails(tx, merchantId),
    storeName: await findMailName(tx, merchantId, storeName),
    ...(isOurs
      ? { by: 'An administrator of the platform' }
      : { by: actor.email, ...(source && { address: source.address }) }),
    publicUrl,
  }
}
