import type { Closing, CurrentChange } from '@bitquay/contract/account-care'
import { loopOutMinimumUsd } from '@bitquay/contract/loop-out'
import { toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { findOpenChange } from '../accounts/index.ts'
import { readMoney } from '../balances/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Whether an account is closed, and if not, whether it can be. */
export const readClosing = async (db: Db, merchantId: number): Promise<Closing> => {
  const { closingSince, closedAt } = await getMerchant(db, merchantId)
  const { available } = await readMoney(db, merchantId)
  return {
    closingSince: closingSince?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    obstacles: await findObstacles(db, merchantId),
    availableUsd: available.usd,
  }
}

/**
 * What must end before an account can be closed. A Lightning balance below the minimum can't be looped out, so it is no
 * obstacle and stays in the account.
 */
export const findObstacles = async (db: Db | Tx, merchantId: number): Promise<Closing['obstacles']> => {
  const { rows } = await sql<{ loopOut: boolean }>`
    select exists (select from lightning_loop_out_requests
      where merchant_id = ${merchantId} and status in ('pending', 'executing')) as loop_out`.execute(db)
  const { lightning } = await readMoney(db, merchantId)
  const obstacles: Closing['obstacles'] = []
  if (await hasOpenSends(db, merchantId)) obstacles.push('open-sends')
  if (rows[0]?.loopOut) obstacles.push('open-loop-out')
  else if (toCents(lightning.usd) >= toCents(loopOutMinimumUsd)) obstacles.push('lightning-balance')
  return obstacles
}

/** The change of the owner's account that waits. */
export const readChange = async (db: Db, merchantId: number): Promise<CurrentChange> => {
  const open = await findOpenChange(db, merchantId)
  if (!open) return { change: null }
  return {
    change: {
      kind: open.kind,
      email: open.oldEmail,
      newEmail: open.newEmail,
      startedAt: open.createdAt.toISOString(),
      dueAt: open.dueAt.toISOString(),
    },
  }
}

/** Whether withdrawals or refunds of a merchant are still on their way. The platform's own collection of fees may go on. */
export const hasOpenSends = async (db: Db | Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from sends where merchant_id = ${merchantId} and kind in ('withdrawal', 'refund', 'loop-out')
      and status in ('requested', 'signed', 'broadcast')) as open`.execute(db)
  return rows[0]?.open === true
}
