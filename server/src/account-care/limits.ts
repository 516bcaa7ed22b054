import type { Limit } from '../accounts/index.ts'
import { identityOf, type PersonRef } from '../platform/http/person.ts'

export const limits = {
  /** Each one is tens of thousands of rows, which are in memory until they are read. */
  personalDataExports: (person: PersonRef): Limit => ({
    bucket: `personal-data:${identityOf(person)}`,
    attempts: 10,
    windowSeconds: 86_400,
    grows: false,
  }),
}
