import { setTimeout as sleep } from 'node:timers/promises'
import type { BitquayClient } from '../../../client/src/index.ts'
import { type Command, CommandError, textOf } from '../command.ts'

const pollMs = 1500
const mostLines = 100

export const logs: Command = {
  name: 'logs',
  usage: 'logs [--limit 20] [--follow]',
  does: 'Prints the latest requests of your API keys, and with --follow also new ones.',
  options: { limit: { type: 'string' }, follow: { type: 'boolean', short: 'f' } },
  run: async (typed, { print, signal }, getClient) => {
    const client = await getClient()
    const limit = Number(textOf(typed, 'limit') ?? 20)
    if (!Number.isInteger(limit) || limit < 1 || limit > mostLines)
      throw new CommandError('--limit is a number from 1 to 100.')
    const printed = new Set<string>()
    const printNew = async (count: number) => {
      const rows = await readLatest(client, count)
      for (const row of rows.filter(({ requestId }) => !printed.has(requestId))) {
        printed.add(row.requestId)
        print(
          `${row.at}  ${row.status}  ${row.method} ${row.path}  ${row.durationMs} ms  ${row.keyPrefix}…  ${row.requestId}`,
        )
      }
    }
    await printNew(limit)
    if (!typed.options.follow) return
    // What is older than the first page isn't new.
    for (const { requestId } of await readLatest(client, mostLines)) printed.add(requestId)
    while (!signal.aborted) {
      await sleep(pollMs, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await printNew(mostLines)
    }
  },
}

/** Oldest first, as in a terminal. */
const readLatest = async (client: BitquayClient, limit: number) =>
  (await client.requests.list({ limit })).data.toReversed()
