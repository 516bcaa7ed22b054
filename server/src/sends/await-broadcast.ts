import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { getSend, type Send } from './table.ts'

const pollMs = 100

/** Waits until a send is on the network or has ended, for a while at most; after that it goes on by itself. */
export const awaitBroadcast = async (
  deps: Pick<Deps, 'db' | 'wake' | 'broadcastPatienceMs'>,
  sendId: number,
): Promise<Send> => {
  deps.wake('send-money')
  const until = performance.now() + deps.broadcastPatienceMs
  for (;;) {
    const send = await getSend(deps.db, sendId)
    if (!['requested', 'signed'].includes(send.status) || performance.now() >= until) return send
    await sleep(pollMs)
  }
}
