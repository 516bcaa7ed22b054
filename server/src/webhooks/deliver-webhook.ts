import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { writeLikeBtcpay } from '../greenfield/write-btcpay-delivery.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { getMerchantSettings } from '../merchants/table.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { PostWebhook } from './post-webhook.ts'
import { openSecrets } from './secrets.ts'
import { releaseDelivery, saveAttempt } from './table.deliveries.ts'
import { webhookDisabledLetter } from './webhook-letters.ts'
import { writeStandard } from './write-delivery.ts'

/**
 * One attempt at one delivery. It is sent first and written down afterwards: if we die between the two it is sent again
 * under the same id, which is what that id is for.
 */
export const deliverWebhook = async (
  deps: Deps,
  post: PostWebhook,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> => {
  const secrets = openSecrets(deps.sealer, delivery)
  const written =
    delivery.kind === 'btcpay'
      ? await writeLikeBtcpay(deps.db, delivery, secrets)
      : writeStandard(delivery, secrets, new Date())
  const attempt = await post(delivery.url, written, signal)
  await inTransaction(deps.db, async (tx) => {
    if (signal.aborted && attempt.answer === undefined) {
      await releaseDelivery(tx, delivery)
      return
    }
    const outcome = await saveAttempt(tx, delivery, attempt)
    await noteChange(tx, `merchant:${delivery.merchantId}`, 'webhooks')
    if (outcome !== 'gone') return
    await recordAct(tx, {
      act: 'webhook-disabled',
      actor: 'system',
      subject: { kind: 'webhook', id: delivery.endpointId },
      merchantId: delivery.merchantId,
    })
    const { email } = await getMerchantSettings(tx, delivery.merchantId)
    await queueMail(tx, { to: email, ...webhookDisabledLetter(deps.config.publicUrl, delivery.url) })
  })
}
