import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { DataOwner } from './queries.personal-data.ts'

/** A wallet with less can't pay the network fee of a withdrawal. */
const mostDustSats = 1000

/** Why a person can't be erased now: money or an obligation is open, or they can still sign in. */
export const findErasureObstacle = async (tx: Tx, owner: DataOwner): Promise<ApiError | undefined> => {
  const { rows } = await obstacles[owner.kind](owner.id).execute(tx)
  const [row] = rows
  if (!row) return new ApiError('not-found')
  return row.obstacle === null ? undefined : new ApiError('erasure-blocked', { message: row.obstacle })
}

type Found = { obstacle: string | null }

const openSend = sql`status in ('requested', 'signed', 'broadcast')`

const obstacles = {
  merchant: (id: number) => sql<Found>`
    select case
      when m.erased_at is not null then 'This account was erased already.'
      when m.closed_at is null then 'Close the account first.'
      when exists (select from sends where merchant_id = m.id and ${openSend}) then
        'A payment is still on its way. Try again when it’s confirmed.'
      when exists (select from lightning_loop_out_requests where merchant_id = m.id and status in ('pending', 'executing')) then
        'A loop-out is still open. Try again when it’s done.'
      when exists (select from refunds where merchant_id = m.id and (status = 'claimed' or (status = 'offered' and expires_at > app_now()))) then
        'A customer can still claim a refund. Cancel it, or try again when it’s paid.'
      when exists (select from stores where merchant_id = m.id and balance_sats > ${mostDustSats}) then
        'There’s still bitcoin in the wallet. Withdraw it first.'
      when exists (
        select from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = m.id and b.balance_sats > 0) then
        'Fees or a Lightning balance are still open. Settle them first.'
      end as obstacle
    from merchants m where m.id = ${id} for update of m`,
  'merchant-user': (id: number) => sql<Found>`
    select case
      when erased_at is not null then 'This person was erased already.'
      when is_active then 'Remove the person from the team first.'
      end as obstacle
    from merchant_users where id = ${id} for update`,
  partner: (id: number) => sql<Found>`
    select case
      when p.erased_at is not null then 'This person was erased already.'
      when p.is_active then 'Deactivate the partner first.'
      when exists (select from sends where partner_id = p.id and ${openSend}) then
        'A payout is still on its way. Try again when it’s confirmed.'
      when exists (select from partner_figures f where f.partner_id = p.id and (f.balance_sats <> 0 or f.held_sats <> 0)) then
        'The partner still has a balance. Pay it out first.'
      end as obstacle
    from partners p where p.id = ${id} for update of p`,
  admin: (id: number) => sql<Found>`
    select case
      when erased_at is not null then 'This person was erased already.'
      when is_active then 'Deactivate the admin first.'
      end as obstacle
    from admins where id = ${id} for update`,
} satisfies Record<DataOwner['kind'], unknown>
