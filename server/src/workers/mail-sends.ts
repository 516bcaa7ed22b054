import { fromSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { payoutSentLetter, withdrawalSentLetter } from '../modules/mail/money-letters.ts'
import { queueMail } from '../modules/mail/queue-mail.ts'
import { takeUnmailed, type Unmailed } from '../modules/sends/take-unmailed.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const sendsAtOnce = 50

/** Writes to merchants and partners about what was sent for them: whoever did not ask for it must hear of it. */
export const mailSends = ({ db, config }: Pick<Deps, 'db' | 'config'>): Worker => ({
  name: 'mail-sends',
  everyMs: 2_000,
  run: () =>
    inTransaction(db, async (tx) => {
      const sends = await takeUnmailed(tx, sendsAtOnce)
      for (const send of sends) {
        const to = await addressOf(tx, send)
        if (to !== undefined) await queueMail(tx, { to, ...letterOf(config.publicUrl, send) })
      }
      return sends.length === sendsAtOnce
    }),
})

const letterOf = (publicUrl: string, send: Unmailed) => {
  const sent = { ...send, amountBtc: fromSats(send.amountSats) }
  return send.kind === 'payout' ? payoutSentLetter(publicUrl, sent) : withdrawalSentLetter(publicUrl, sent)
}

/** The owner of the store, whoever of it asked; or the partner. */
const addressOf = async (tx: Tx, { merchantId, partnerId }: Unmailed): Promise<string | undefined> => {
  const owner =
    partnerId === null
      ? tx.selectFrom('merchants').select('email').where('id', '=', merchantId)
      : tx.selectFrom('partners').select('email').where('id', '=', partnerId)
  return (await owner.executeTakeFirst())?.email
}
