import type { SentBody } from '@bitquay/contract/call'
import type { readOwnWallet } from '@bitquay/contract/own-keys'
import { recognizeSecret, type Secret } from '@bitquay/contract/own-keys.secrets'

export type WalletText = SentBody<typeof readOwnWallet>

/** A wallet file of several keys has a few thousand characters. */
export const mostCharacters = 20_000

/** What keeps a text from being sent: a private key or a recovery phrase never leaves the browser. */
export const findSecret = ({ text, fingerprint = '', path = '' }: WalletText): Secret | undefined =>
  recognizeSecret(text) ?? recognizeSecret(fingerprint) ?? recognizeSecret(path)
