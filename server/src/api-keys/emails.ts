import { type Email, queueEmail, renderEmail } from '../mail/index.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'

type About = { storeName: string; name: string; prefix: string; by: string; address: string; at: Date }

const details = ({ name, prefix, by, address, at }: About) =>
  `Key: ${name} (${prefix}…). By: ${by}. When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC. Address: ${address}.`

export const apiKeyCreatedEmail = (
  publicUrl: string,
  about: About & { scopes: readonly string[]; withdrawalAddresses: readonly string[] },
): Email =>
  renderEmail({
    subject: about.withdrawalAddresses.length > 0 ? 'A new API key can send money' : 'A new API key was made',
    paragraphs: [
      `An API key for ${about.storeName} was made. It may: ${about.scopes.join(', ')}.`,
      ...(about.withdrawalAddresses.length > 0
        ? [
            `It can send to these addresses without a 2FA code, and to no other: ${about.withdrawalAddresses.join(', ')}.`,
          ]
        : []),
      details(about),
    ],
    action: { label: 'Look at your API keys', url: `${publicUrl}/merchant/settings?tab=developer` },
    closing: ['If nobody of yours made it, revoke it at once and change your password.'],
  })

export const apiKeyChangedEmail = (publicUrl: string, about: About & { beforeUsd: string; afterUsd: string }): Email =>
  renderEmail({
    subject: 'An API key’s refund limit was changed',
    paragraphs: [
      `The daily refund limit of an API key of ${about.storeName} was changed from $${about.beforeUsd} to $${about.afterUsd}.`,
      details(about),
    ],
    action: { label: 'Look at your API keys', url: `${publicUrl}/merchant/settings?tab=developer` },
    closing: ['If nobody of yours changed it, revoke the key at once and change your password.'],
  })

export const apiKeyRevokedEmail = (publicUrl: string, about: About): Email =>
  renderEmail({
    subject: 'An API key was revoked',
    paragraphs: [
      `An API key of ${about.storeName} was revoked. Programs that use it are refused from now on.`,
      details(about),
    ],
    action: { label: 'Look at your API keys', url: `${publicUrl}/merchant/settings?tab=developer` },
  })

/** Emails the person who did it and the owner, who may not know. */
export const notifyManagers = async (tx: Tx, person: MerchantPerson, message: Email) => {
  const { email } = await getMerchantSettings(tx, person.merchantId)
  for (const to of new Set([person.email, email])) await queueEmail(tx, { to, ...message })
}
