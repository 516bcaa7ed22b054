import { type Email, type Fact, type FormatMinute, renderEmail, usd } from '../mail/index.ts'

export type About = { storeName: string; name: string; prefix: string; by: string; address: string; at: Date }

const details = ({ name, prefix, by, address, at }: About, minute: FormatMinute): Fact[] => [
  ['Key', `${name} (${prefix}…)`],
  ['By', by],
  ['When', minute(at)],
  ['IP address', address, 'code'],
]

const ending = (publicUrl: string) => ({
  action: { label: 'View API keys', url: `${publicUrl}/merchant/settings?tab=developer` },
  notice: {
    tone: 'caution' as const,
    line: [
      'Wasn’t your team? Revoke the key now and ',
      { label: 'change your password', url: `${publicUrl}/reset-password` },
    ],
  },
  reasons: ['You’re getting this because you manage this store. Emails about API keys can’t be turned off.'],
  publicUrl,
})

export const apiKeyCreatedEmail = (
  publicUrl: string,
  about: About & { scopes: readonly string[]; withdrawalAddresses: readonly string[] },
): Email =>
  renderEmail((minute) => ({
    subject: about.withdrawalAddresses.length > 0 ? 'New API key can send money' : 'New API key created',
    paragraphs: [
      `An API key was created for ${about.storeName}. Its scopes: ${about.scopes.join(', ')}.`,
      ...(about.withdrawalAddresses.length > 0
        ? ['It can send money without a 2FA code, but only to the addresses below.']
        : []),
    ],
    facts: [
      ...details(about, minute),
      ...about.withdrawalAddresses.map((address): Fact => ['Sends to', address, 'code']),
    ],
    ...ending(publicUrl),
  }))

export const apiKeyChangedEmail = (publicUrl: string, about: About & { beforeUsd: string; afterUsd: string }): Email =>
  renderEmail((minute) => ({
    subject: 'API key refund limit changed',
    paragraphs: [
      `The daily refund limit of an API key for ${about.storeName} changed from ${usd(about.beforeUsd)} to ${usd(about.afterUsd)}.`,
    ],
    facts: details(about, minute),
    ...ending(publicUrl),
  }))

export const apiKeyConfirmedEmail = (publicUrl: string, about: About): Email =>
  renderEmail((minute) => ({
    subject: 'API key confirmed',
    paragraphs: [`A suspended API key for ${about.storeName} was confirmed. It can move money again.`],
    facts: details(about, minute),
    ...ending(publicUrl),
  }))

export const apiKeyRevokedEmail = (publicUrl: string, about: About): Email =>
  renderEmail((minute) => ({
    subject: 'API key revoked',
    paragraphs: [`An API key for ${about.storeName} was revoked. Requests that use it are now rejected.`],
    facts: details(about, minute),
    ...ending(publicUrl),
  }))
