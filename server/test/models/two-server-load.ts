import { randomUUID } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { application } from '../applications.ts'
import type { ServerProcess } from '../process.ts'

/**
 * A proxy in front of several servers: it tries one, and the other when that one is gone. The engine's webhooks come
 * here.
 */
export const startProxy = (ports: readonly number[]) =>
  new Promise<Server>((resolve) => {
    const server = createServer((incoming, outgoing) => {
      const pass = (turn: number, body: Buffer) => {
        const { method, url, headers } = incoming
        request({ host: '127.0.0.1', port: ports[turn % 2], method, path: url, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        })
          .on('error', () => (turn < 2 ? pass(turn + 1, body) : outgoing.writeHead(502).end()))
          .end(body)
      }
      void incoming.toArray().then((chunks) => pass(0, Buffer.concat(chunks as Buffer[])))
    })
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

export type Answer = { status: number; body: Record<string, unknown> }

/** Undefined when no answer came: then nobody knows whether it was done. */
export const ask = async (
  server: ServerProcess | undefined,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> => {
  try {
    const answer = await fetch(`${server?.origin}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

export const signIn = async (server: ServerProcess | undefined) => {
  const answer = await ask(server, 'POST', '/api/auth/login', {
    email: 'merchant@bitquay.test',
    password: 'bitquay-demo-1',
  })
  return { authorization: `Bearer ${String(answer?.body.token)}` }
}

export type Load = { applications: string[]; invoices: Map<string, string>; keys: number; end: () => Promise<void> }

/**
 * Creates applications and invoices through both servers at once. What one server does not answer is sent to the other
 * again, an invoice under the same key. Only acknowledged ones are recorded.
 */
export const startLoad = (servers: readonly (ServerProcess | undefined)[], headers: Record<string, string>): Load => {
  let over = false
  const load = { applications: [] as string[], invoices: new Map<string, string>(), keys: 0 }
  const persist = async (first: number, attempt: (server: ServerProcess | undefined) => Promise<boolean>) => {
    for (let turn = first; !over; turn += 1, await sleep(50)) {
      if (await attempt(servers[turn % 2])) return
    }
  }
  const apply = async (which: number) => {
    while (!over) {
      const contactEmail = `${randomUUID()}@example.test`
      await persist(which, async (server) => {
        const answer = await ask(server, 'POST', '/api/merchant-applications', { ...application, contactEmail })
        if (answer?.status === 200) load.applications.push(contactEmail)
        return answer?.status === 200
      })
    }
  }
  const invoice = async (which: number) => {
    while (!over) {
      const key = randomUUID()
      load.keys += 1
      await persist(which, async (server) => {
        const answer = await ask(
          server,
          'POST',
          '/api/merchant/invoices',
          { amount: '10.00', description: key },
          { ...headers, 'idempotency-key': key },
        )
        if (answer?.status === 200) load.invoices.set(key, String(answer.body.invoiceId))
        return answer?.status === 200
      })
    }
  }
  const writers = [apply(0), apply(1), apply(0), apply(1), invoice(0), invoice(1), invoice(0), invoice(1)]
  return Object.assign(load, {
    end: async () => {
      over = true
      await Promise.all(writers)
    },
  })
}
