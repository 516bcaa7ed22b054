import { type Limit, networkOf } from '../accounts/index.ts'

export const limits = {
  /** Each one makes the engine create an invoice. Looking at one that can be paid is not counted. */
  openingsFromSource: (address: string): Limit => ({
    bucket: `opening:source:${networkOf(address)}`,
    attempts: 60,
    windowSeconds: 3600,
    grows: false,
  }),
}
