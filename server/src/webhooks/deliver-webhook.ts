import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { webhookDisabled, webhookSent } from './facts.ts'
import type { PostWebhook } from './post-webhook.ts'
import { openSecrets, type WrittenDelivery, writeStandard } from './secrets.ts'
import { type ClaimedDelivery, releaseDelivery, saveAttempt } from './table.deliveries.ts'

/** Builds a delivery as another server would. */
export type WriteDelivery = (db: Db, delivery: ClaimedDelivery, secrets: readonly string[]) => Promise<WrittenDelivery>

/**
 * One attempt at one delivery. It is sent first and saved afterwards: if we die in between it is sent again under the
 * same ID, by which receivers recognize a repeat.
 */
export const deliverWebhook = async (
  deps: Deps,
  writeBtcpayDelivery: WriteDelivery,
  post: PostWebhook,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> => {
  const secrets = openSecrets(deps.sealer, delivery)
  const written =
    delivery.kind === 'btcpay'
      ? await writeBtcpayDelivery(deps.db, delivery, secrets)
      : writeStandard(delivery, secrets, new Date())
  const attempt = await post(delivery.url, written, signal)
  await inTransaction(deps.db, async (tx) => {
    if (signal.aborted && attempt.answer === undefined) {
      await releaseDelivery(tx, delivery)
      return
    }
    const outcome = await saveAttempt(tx, delivery, attempt)
    const { merchantId, endpointId, id: deliveryId, url } = delivery
    if (outcome !== 'gone') return announce(tx, webhookSent, { merchantId })
    const about = { id: endpointId, merchantId, deliveryId, url, publicUrl: deps.config.publicUrl }
    await announce(tx, webhookDisabled, about, { actor: 'system' })
  })
}
