export class WalletRefusal extends Error {
  readonly reason: 'bad-mnemonic' | 'bad-xpub' | 'taken' | 'unknown-wallet' | 'broadcast-failed'

  constructor(reason: WalletRefusal['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
