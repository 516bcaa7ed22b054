import { createHmac, randomBytes } from 'node:crypto'
import type { Sealer } from '../platform/crypto/seal.ts'

export const previousSecretHours = 24

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecret = (sealer: Sealer, tag: string, secret: string) => sealer.seal(secret, `webhook:${tag}`)

/** The secrets that sign now: the present one, and for a day after a rotation the one before. */
export const openSecrets = (
  sealer: Sealer,
  endpoint: { tag: string; secret: string; previousSecret: string | null },
): string[] =>
  [endpoint.secret, endpoint.previousSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sealer.open(sealed, `webhook:${endpoint.tag}`))

/** The signature header of Standard Webhooks: one signature for each secret. */
export const signStandard = (secrets: readonly string[], webhookId: string, timestamp: number, body: string) =>
  secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => createHmac('sha256', key).update(`${webhookId}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ')

/** BTCPay's header carries one signature, so shop plugins get that of the present secret. */
export const signLikeBtcpay = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
