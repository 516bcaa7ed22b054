import type { LightningAddressForm } from '@bitquay/contract/lightning-addresses'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { LightningAddresses } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type AddressRow = Selectable<LightningAddresses>

/** Who an address belongs to: the merchant itself, or one of its payment links. */
export type AddressOwner = { merchantId: number; paymentLinkId: number | null }

/** Names of a merchant and its payment links. Retired ones stay reserved, so there must be a limit. */
export const mostNames = 100

/**
 * Saves the address of its owner. If the name is another one, the old name is retired: it stays reserved for the
 * merchant, because it may be printed somewhere. The same merchant may take it back. The caller has locked the name.
 */
export const saveAddress = async (tx: Tx, owner: AddressOwner, form: LightningAddressForm): Promise<AddressRow> => {
  const { name, ...rest } = form
  const values = { ...rest, minSats: BigInt(form.minSats), maxSats: BigInt(form.maxSats) }
  const known = await tx.selectFrom('lightningAddresses').selectAll().where('name', '=', name).executeTakeFirst()
  if (known && !mayTake(known, owner)) throw new ApiError('address-name-taken')
  await retireOthers(tx, owner, name)
  if (known) {
    return tx
      .updateTable('lightningAddresses')
      .set({ ...values, paymentLinkId: owner.paymentLinkId, retiredAt: null, updatedAt: tx.now })
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  await requireRoom(tx, owner)
  return tx
    .insertInto('lightningAddresses')
    .values({ ...owner, ...values, name })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Of two who want names that look the same, and of two changes of one merchant, one waits for the other. */
export const lockNames = async (tx: Tx, merchantId: number, name: string) => {
  const ofMerchant = `lightning-address:merchant:${merchantId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${ofMerchant}, 0))`.execute(tx)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('lightning-address:' || lightning_address_look(${name}), 0))`.execute(
    tx,
  )
}

const mayTake = (known: AddressRow, { merchantId, paymentLinkId }: AddressOwner) =>
  known.merchantId === merchantId && (known.retiredAt !== null || known.paymentLinkId === paymentLinkId)

const retireOthers = (tx: Tx, { merchantId, paymentLinkId }: AddressOwner, name: string) =>
  tx
    .updateTable('lightningAddresses')
    .set({ retiredAt: tx.now, updatedAt: tx.now })
    .where('merchantId', '=', merchantId)
    .where('paymentLinkId', paymentLinkId === null ? 'is' : '=', paymentLinkId)
    .where('retiredAt', 'is', null)
    .where('name', '<>', name)
    .execute()

const requireRoom = async (tx: Tx, { merchantId }: AddressOwner) => {
  const { count } = await tx
    .selectFrom('lightningAddresses')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(mostNames)) throw new ApiError('too-many-address-names')
}
