import type { AlertFollow, alertKinds } from '@bitquay/contract/notifications'

export type AlertCondition = {
  kind: (typeof alertKinds)[number]
  /** Of several of a kind, which. */
  subject: string
  /** The cause in a few words, also the email's subject. */
  title: string
  /** What it means, and what to do if that fits. */
  sentence: string
  /** What has no alert of its own, because it ends with this one. */
  follows?: AlertFollow[]
}
