import type { BitquayEvent } from '../../../client/src/index.ts'
import { type Command, CommandError, textOf } from '../command.ts'
import { forwardEvent, newSessionSecret } from '../forward-event.ts'

export const listen: Command = {
  name: 'listen',
  usage: 'listen [--forward-to localhost:4242/webhooks] [--events invoice.settled,payment.received] [--json]',
  does: 'Prints events as they happen, and sends them to your program, signed like a webhook. With --after EVENT_ID, first those since that event.',
  options: {
    'forward-to': { type: 'string' },
    events: { type: 'string' },
    after: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async (typed, { print, note, signal }, getClient) => {
    const client = await getClient()
    const target = textOf(typed, 'forward-to')
    const url = target === undefined ? undefined : requireTarget(target)
    const wanted = textOf(typed, 'events')?.split(',')
    const after = textOf(typed, 'after')
    const secret = newSessionSecret()
    if (url) note(`Events are forwarded to ${url}, signed with ${secret}`)
    const events = client.events.listen({
      ...(after === undefined ? {} : { after }),
      signal,
      onOpen: () => note('Ready. Press Ctrl+C to stop.'),
    })
    for await (const event of events) {
      if (wanted && !wanted.includes(event.type)) continue
      print(typed.options.json ? JSON.stringify(event) : lineOf(event))
      if (url) note(`  → ${await forwardEvent(url, secret, event)}`)
    }
  },
}

const lineOf = (event: BitquayEvent) => `${event.createdAt}  ${event.type}  ${subjectOf(event)}  ${event.id}`

const subjectOf = ({ data }: BitquayEvent) => {
  if ('invoiceId' in data && data.invoiceId !== null) return data.invoiceId
  return 'id' in data ? String(data.id) : ''
}

/** A port or an address without a scheme is on this computer. */
const requireTarget = (text: string) => {
  const full = /^https?:\/\//.test(text)
    ? text
    : `http://${/^:?\d+(\/|$)/.test(text) ? 'localhost:' : ''}${text.replace(/^:/, '')}`
  if (!URL.canParse(full)) throw new CommandError('--forward-to is a URL like http://localhost:4242/webhooks.')
  return new URL(full).href
}
