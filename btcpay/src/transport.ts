import type { Dispatcher } from 'undici'
import type { Gate } from './gate.ts'
import { type AddressPolicy, createGuardedAgent } from './guarded-connect.ts'
import type { Outcome } from './outcome.ts'
import type { RetryPolicy } from './retry-reads.ts'

export type TransportSettings = {
  policy: AddressPolicy
  connectTimeoutMs?: number
  /** For one read, from start to the end of its body. */
  readTimeoutMs?: number
  /** BTCPay itself waits 5 s for a Lightning node while it creates an invoice, so writes get longer. */
  writeTimeoutMs?: number
  maxBodyBytes?: number
  retry?: Partial<RetryPolicy>
  /** Limits all requests over this transport, which then belongs to one server. */
  gate?: Gate
  /** Receives each response unchanged, for logs and tests. It must not throw. */
  observe?: (answer: ObservedAnswer) => void
  /** Headers for every request, such as the ID of what caused it. */
  headers?: () => Record<string, string>
  /** Runs each attempt of a call, for figures and traces. It must return the outcome unchanged. */
  watch?: WatchCall
}

export type WatchCall = <T>(
  call: { method: string; path: string },
  send: () => Promise<Outcome<T>>,
) => Promise<Outcome<T>>

export type ObservedAnswer = { method: string; url: string; status: number; text: string }

/** Connections and limits. Several clients may share one, so a server doesn't get one pool per store. */
export type Transport = {
  policy: AddressPolicy
  dispatcher: Dispatcher
  readTimeoutMs: number
  writeTimeoutMs: number
  maxBodyBytes: number
  retry: RetryPolicy
  gate?: Gate
  observe?: (answer: ObservedAnswer) => void
  headers?: () => Record<string, string>
  watch?: WatchCall
  close(): Promise<void>
}

export const createTransport = (settings: TransportSettings): Transport => {
  const agent = createGuardedAgent({ policy: settings.policy, connectTimeoutMs: settings.connectTimeoutMs ?? 5_000 })
  return {
    policy: settings.policy,
    dispatcher: agent,
    readTimeoutMs: settings.readTimeoutMs ?? 10_000,
    writeTimeoutMs: settings.writeTimeoutMs ?? 30_000,
    // Far above any page that BTCPay returns. Parsing more would block all other work.
    maxBodyBytes: settings.maxBodyBytes ?? 4 * 1024 * 1024,
    retry: { attempts: 3, baseDelayMs: 250, maxDelayMs: 2_000, deadlineMs: 20_000, ...settings.retry },
    ...(settings.gate === undefined ? {} : { gate: settings.gate }),
    ...(settings.observe === undefined ? {} : { observe: settings.observe }),
    ...(settings.headers === undefined ? {} : { headers: settings.headers }),
    ...(settings.watch === undefined ? {} : { watch: settings.watch }),
    close: () => agent.destroy(),
  }
}
