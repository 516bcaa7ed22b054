import type { LightningAddressForm } from '@bitquay/contract/lightning-addresses'
import { type RawBuilder, type Selectable, sql } from 'kysely'
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
  const known = await tx
    .selectFrom('lightningAddresses')
    .selectAll()
    .where('name', '=', name)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()
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

const abandonedDays = 90
const unpaidMonths = 12
const mostChanges = 3
const changeDays = 30

/** A name that was given up long ago and never paid to is free for others, and so is one that looks like it. */
export const releaseAbandoned = async (tx: Tx, name: string, merchantId: number) => {
  await sql`
    update lightning_addresses a set released_at = app_now(), updated_at = app_now()
    where lightning_address_look(a.name) = lightning_address_look(${name}) and a.merchant_id <> ${merchantId}
      and a.released_at is null and a.retired_at <= app_now() - make_interval(days => ${abandonedDays})
      and not exists (select from lnurl_invoices where address_id = a.id and paid_at is not null)`.execute(tx)
}

/** Whether an operator may release the name with this ID: nobody paid to it lately. */
export const mayRelease = (id: RawBuilder<unknown>) => sql<boolean>`
  not exists (select from lnurl_invoices where address_id = ${id}
    and paid_at > app_now() - make_interval(months => ${unpaidMonths}))`

/** Makes a name free for others, if it may be. Its merchant no longer has it. */
export const markReleased = async (tx: Tx, id: number): Promise<boolean> => {
  const { rows } = await sql`
    update lightning_addresses a set released_at = app_now(), updated_at = app_now(),
      retired_at = coalesce(retired_at, app_now())
    where a.id = ${id} and a.released_at is null and ${mayRelease(sql`a.id`)} returning a.id`.execute(tx)
  return rows.length > 0
}

/**
 * Counts a new name of a merchant. Its very first one is free. Each name stays reserved, so nobody may take many. The
 * caller has locked the names of the merchant.
 */
export const takeNameChange = async (tx: Tx, merchantId: number) => {
  const { rows } = await sql<{ isFirst: boolean; changes: number; seconds: number }>`
    select not exists (select from lightning_addresses where merchant_id = ${merchantId}) as is_first,
      count(*)::int as changes,
      ceil(extract(epoch from min(changed_at) + make_interval(days => ${changeDays}) - app_now()))::int as seconds
    from lightning_name_changes
    where merchant_id = ${merchantId} and changed_at > app_now() - make_interval(days => ${changeDays})`.execute(tx)
  const [taken] = rows
  if (!taken || taken.isFirst) return
  if (taken.changes >= mostChanges) throw new ApiError('too-many-name-changes', { retryAfterSeconds: taken.seconds })
  await sql`delete from lightning_name_changes where merchant_id = ${merchantId}
    and changed_at <= app_now() - make_interval(days => ${changeDays})`.execute(tx)
  await tx.insertInto('lightningNameChanges').values({ merchantId, changedAt: tx.now }).execute()
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
    .where('releasedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(mostNames)) throw new ApiError('too-many-address-names')
}
