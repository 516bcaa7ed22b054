import type { Topic } from '@bitquay/contract/platform.events'
import type { EventData, EventType } from '@bitquay/contract/webhooks.events'
import { type Act, type Actor, recordActivities } from '../audit-log/index.ts'
import { type Queued, queueEmails } from '../mail/index.ts'
import { type Notice, notify } from '../notifications/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type ChangeAudience, emitChanges } from '../platform/events/emit-change.ts'
import type { Source } from '../platform/http/route.ts'
import { recordEvents } from './table.events.ts'

/** Something that can happen, and who learns of it. `About` is what there is to say when it happens. */
export type Fact<About> = Told<About> & { act?: never }

/** A fact that the audit log keeps, because somebody did it. */
export type Action<About> = Told<About> & {
  act: Act
  entry?: (about: About) => Entry
}

type Told<About> = Published<About> & {
  emails?: (about: About, tx: Tx) => Answer<readonly Addressed[]>
  bell?: (about: About, tx: Tx) => Notice | undefined
  /** Which open screens read again. */
  screens?: (about: About) => readonly (readonly [ChangeAudience, Topic])[]
}

/** `shown` is the merchant whose programs get the event, and its subject as the API shows it: plain JSON, no secrets. */
type Published<About> =
  | { event?: never }
  | {
      [T in EventType]: { event: T; shown: (about: About, tx: Tx) => Answer<readonly [number, EventData<T>]> }
    }[EventType]

type Entry = {
  subject?: { kind: string; id: number | string } | undefined
  merchantId?: number | null
  detail?: Detail | undefined
}

export type Detail = Record<string, string | number | boolean | null>

export type Addressed = Queued & { to: string | readonly string[] }

/** Undefined if nobody learns of it this way. */
type Answer<T> = T | undefined | Promise<T | undefined>

/** Who did it, and from where. */
export type By = { actor: Actor | 'system' | 'anonymous'; source?: Source | undefined }

/**
 * Tells everyone whom a fact concerns, in the transaction in which it happens and after the row has changed, because
 * events show the row. All of it is rows: they commit with the change or not at all.
 */
export const announce: {
  <About>(tx: Tx, fact: Action<About>, about: NoInfer<About>, by: By): Promise<void>
  <About>(tx: Tx, fact: Fact<About>, about: NoInfer<About>): Promise<void>
} = <About>(tx: Tx, fact: Fact<About> | Action<About>, about: About, by?: By) => tell(tx, fact, [about], by)

/** The same for many, with one statement for the audit log, for events and for screens. */
export const announceAll: {
  <About>(tx: Tx, fact: Action<About>, abouts: readonly NoInfer<About>[], by: By): Promise<void>
  <About>(tx: Tx, fact: Fact<About>, abouts: readonly NoInfer<About>[]): Promise<void>
} = <About>(tx: Tx, fact: Fact<About> | Action<About>, abouts: readonly About[], by?: By) => tell(tx, fact, abouts, by)

const tell = async <About>(tx: Tx, fact: Fact<About> | Action<About>, abouts: readonly About[], by?: By) => {
  if (abouts.length === 0) return
  if (fact.act && by) {
    const { act, entry } = fact
    await recordActivities(
      tx,
      abouts.map((about) => ({ act, ...by, ...entry?.(about) })),
    )
  }
  if (fact.event) {
    const { event, shown } = fact
    const told = await inTurn(abouts, (about) => shown(about, tx))
    if (told.length > 0) await recordEvents(tx, event, told)
  }
  if (fact.emails) {
    const { emails } = fact
    for (const { to, ...email } of (await inTurn(abouts, (about) => emails(about, tx))).flat())
      await queueEmails(tx, typeof to === 'string' ? [to] : to, email)
  }
  for (const about of abouts) {
    const notice = fact.bell?.(about, tx)
    if (notice) await notify(tx, notice)
  }
  const screens = new Map(abouts.flatMap((about) => fact.screens?.(about) ?? []).map((each) => [each.join(' '), each]))
  if (screens.size > 0) await emitChanges(tx, [...screens.values()])
}

/** What a transaction is asked, it answers one after the other. */
const inTurn = async <About, T>(abouts: readonly About[], ask: (about: About) => Answer<T>): Promise<T[]> => {
  const answers: T[] = []
  for (const about of abouts) {
    const answer = await ask(about)
    if (answer !== undefined) answers.push(answer)
  }
  return answers
}
