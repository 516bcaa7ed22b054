/** An error as LNURL wallets read it: `{ status: 'ERROR', reason }`. Wallets show the reason to the payer. */
export class LnurlError extends Error {
  readonly status: number

  constructor(reason: string, { status = 200 }: { status?: number } = {}) {
    super(reason)
    this.status = status
  }
}

export const notFound = () => new LnurlError('This Lightning Address doesn’t exist.', { status: 404 })
export const closed = () => new LnurlError('This Lightning Address doesn’t accept payments right now.')
