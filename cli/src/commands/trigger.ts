import { setTimeout as sleep } from 'node:timers/promises'
import type { BitquayClient, BitquayEvent, EventType } from '../../../client/src/index.ts'
import { type Command, CommandError, type Terminal } from '../command.ts'
import { type Reached, stories, untriggerable } from './trigger-stories.ts'

/** A minute until an invoice expires, and the time that a busy sandbox needs to see it. */
const patienceMs = 240_000

const pollMs = 100

const names = Object.keys(stories) as EventType[]

export const trigger: Command = {
  name: 'trigger',
  usage: 'trigger EVENT',
  does: [
    'Makes an event happen in the sandbox, with real invoices, refunds and withdrawals, and waits for it.',
    `It can trigger ${names.join(', ')}.`,
    'It can’t trigger these:',
    ...untriggerable.map(({ types, because }) => `  ${types.join(', ')}: ${because}`),
  ].join('\n      '),
  run: async ({ positionals: [type = ''] }, terminal, getClient) => {
    const name = names.find((one) => one === type)
    if (!name) throw new CommandError(explain(type))
    const { kind, id } = await waitFor(await getClient(), name, terminal)
    terminal.print(`Triggered ${type} with ${kind} ${id}.`)
  },
}

const explain = (type: string) => {
  const reason = untriggerable.find(({ types }) => types.some((one) => one === type))?.because
  return `${reason === undefined ? '' : `${type} can’t be triggered: ${reason}\n`}Choose one of ${names.join(', ')}.`
}

/** Runs the story of an event and returns once the event has happened. */
const waitFor = async (client: BitquayClient, type: EventType, terminal: Terminal): Promise<Reached> => {
  // A combined signal could be freed before it fires, so this one is ended from outside.
  const stop = new AbortController()
  const { signal } = stop
  const end = () => stop.abort()
  const timer = setTimeout(end, patienceMs)
  terminal.signal.addEventListener('abort', end)
  const seen: unknown[][] = []
  let isOpen = false
  const listening = listen(client, signal, {
    open: () => (isOpen = true),
    hear: (event) => void (event.type === type && seen.push(Object.values(event.data))),
  })
  try {
    await until(() => isOpen, signal, listening)
    const reached = await stories[type]?.(client, { note: terminal.note, signal })
    await until(() => seen.some((values) => values.includes(reached?.id)), signal, listening)
    if (!reached) throw new Error(`${type} has no story`)
    return reached
  } catch (error) {
    if (!signal.aborted) throw error
    throw new CommandError(`${type} hasn’t happened yet. bitquay listen shows whether it does.`)
  } finally {
    clearTimeout(timer)
    terminal.signal.removeEventListener('abort', end)
    end()
  }
}

const listen = async (
  client: BitquayClient,
  signal: AbortSignal,
  on: { open: () => void; hear: (event: BitquayEvent) => void },
) => {
  for await (const event of client.events.listen({ signal, onOpen: on.open })) on.hear(event)
}

/** Also ends when listening fails, such as without the scope to read. */
const until = (isDone: () => boolean, signal: AbortSignal, listening: Promise<void>) =>
  Promise.race([poll(isDone, signal), listening])

const poll = async (isDone: () => boolean, signal: AbortSignal) => {
  while (!isDone()) await sleep(pollMs, undefined, { signal })
}
