import { type Limit, networkOf } from '../accounts/index.ts'

export const limits = {
  refundClaimsFromSource: (address: string): Limit => ({
    bucket: `refund-claim:source:${networkOf(address)}`,
    attempts: 20,
    windowSeconds: 600,
    grows: false,
  }),
}
