import { type Limit, networkOf } from '../accounts/index.ts'

export const limits = {
  // Wallets of one provider may share a source. A day's limit bounds the rows that one source can cause.
  lnurlCallsFromSource: (address: string): Limit => ({
    bucket: `lnurl:source:${networkOf(address)}`,
    attempts: 60,
    windowSeconds: 60,
    grows: false,
  }),
  lnurlInvoicesFromSource: (address: string): Limit => ({
    bucket: `lnurl-invoice:source:${networkOf(address)}`,
    attempts: 5_000,
    windowSeconds: 86_400,
    grows: false,
  }),
}
