import { type Letter, writeLetter } from '../mail/email-template.ts'

/** To the owner, when the words were shown. They are never in a letter themselves. */
export const recoveryWordsReadLetter = (
  publicUrl: string,
  from: { device: string; address: string; at: Date },
): Letter =>
  writeLetter({
    subject: 'The recovery words of your wallet were read',
    paragraphs: [
      'The words that restore your wallet were shown to you and deleted here. Whoever has them has the wallet.',
      `When: ${from.at.toISOString().slice(0, 16).replace('T', ' ')} UTC. Device: ${from.device}. Address: ${from.address}.`,
    ],
    action: { label: 'See your wallet', url: `${publicUrl}/merchant/wallet` },
    closing: [
      `If this was not you, move your money at once and reset your password: ${publicUrl}/reset-password and write to support.`,
    ],
  })
