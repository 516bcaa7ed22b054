import { type Email, queueEmails } from '../mail/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type Event, insertNotifications } from './table.ts'

export type Notice = Event & { email: () => Email }

/** Notifies everyone whom an event concerns, each as they chose, in the transaction of the event. A repeat does nothing. */
export const notify = async (tx: Tx, { email, ...event }: Notice) => {
  const recipients = await insertNotifications(tx, event)
  const merchantId = 'merchantId' in event.to ? event.to.merchantId : undefined
  if (recipients.length > 0) await queueEmails(tx, recipients, { ...email(), merchantId })
}
