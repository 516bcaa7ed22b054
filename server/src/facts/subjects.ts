import type { Topic } from '@bitquay/contract/platform.events'
import type { Act } from '../audit-log/index.ts'
import type { ChangeAudience } from '../platform/events/emit-change.ts'
import type { Action, Detail } from './fact.ts'

type Screens = readonly (readonly [ChangeAudience, Topic])[]

/** Open screens of the administrators. */
export const adminScreens =
  (...topics: Topic[]) =>
  (): Screens =>
    topics.map((topic) => ['admin', topic])

/** Open screens of the people of a merchant, and of the administrators. */
export const merchantScreens =
  (topics: Topic[], adminTopics: Topic[] = []) =>
  ({ merchantId }: { merchantId: number | null }): Screens => [
    ...(merchantId === null ? [] : topics.map((topic) => [`merchant:${merchantId}`, topic] as const)),
    ...adminScreens(...adminTopics)(),
  ]

/** What happens to a merchant, with what the audit log says of it. */
export type OfMerchant = { merchantId: number; detail?: Detail | undefined }

export const entryOfMerchant = ({ merchantId, detail }: OfMerchant) => ({
  subject: { kind: 'merchant', id: merchantId },
  merchantId,
  detail,
})

/** What is done with one subject: the audit log names it, and the same screens show it. */
export type OfSubject = { id: number | string; merchantId?: number | null; detail?: Detail | undefined }

export const actionsOn =
  <About>(kind: string, screens: (about: About) => Screens) =>
  (act: Act): Action<OfSubject & About> => ({
    act,
    entry: ({ id, merchantId = null, detail }) => ({ subject: { kind, id }, merchantId, detail }),
    screens,
  })
