import { Webhook } from 'standardwebhooks'

/** A delivery as the server sends it, and the secret that it is signed with. */
export const signDelivery = () => {
  const secret = `whsec_${Buffer.from('a secret that is known to this test only').toString('base64')}`
  const body = JSON.stringify({ id: 'evt_1', type: 'invoice.settled', createdAt: '', data: { invoiceId: 'abc' } })
  const sentAt = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', sentAt, body),
  }
  return { body, headers, secret }
}
