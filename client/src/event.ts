import type { EventType, eventData, webhookEvents } from '@bitquay/contract/webhooks.events'

type SubjectOf<T extends EventType> = Extract<(typeof webhookEvents)[number], { type: T }>['about']

/** Any event. Compare `type` to know what `data` is. */
export type BitquayEvent = {
  [T in EventType]: {
    id: string
    type: T
    createdAt: string
    /** The object as the API returned it when the event happened. */
    data: (typeof eventData)[SubjectOf<T>]['_zod']['output']
  }
}[EventType]

/** The event of one type: `EventOf<'invoice.settled'>`. */
export type EventOf<T extends EventType> = Extract<BitquayEvent, { type: T }>
