import { once } from 'node:events'
import { createServer, request } from 'node:http'

export type EngineProxy = {
  url: string
  /** `GET /path?query` of every request so far, oldest first. */
  requests: () => string[]
  /** The header `x-request-id` of every request so far. */
  requestIds: () => unknown[]
  forget: () => void
  close: () => Promise<void>
}

type Options = {
  /** Changes the address of a request. */
  rewrite?: (address: string) => string
  /** The server does what was asked, but its answer never arrives. `lose` is called instead. */
  isLost?: (named: string) => boolean
  lose?: () => void
  /** How much later the answer arrives. */
  delayMs?: (named: string) => number
}

/** Forwards requests to a BTCPay Server and records them. Its options name a request as `GET /path?query`. */
export const startEngineProxy = async (
  targetUrl: string,
  { rewrite = (address) => address, isLost = () => false, lose, delayMs = () => 0 }: Options = {},
): Promise<EngineProxy> => {
  let seen: string[] = []
  let requestIds: unknown[] = []
  const server = createServer((incoming, answer) => {
    const named = `${incoming.method ?? ''} ${incoming.url ?? ''}`
    seen.push(named)
    const loses = isLost(named)
    requestIds.push(incoming.headers['x-request-id'])
    const { host: _host, ...headers } = incoming.headers
    const onward = request(
      `${targetUrl}${rewrite(incoming.url ?? '')}`,
      { method: incoming.method, headers },
      (answered) => {
        if (loses) {
          answered.resume().once('end', () => {
            lose?.()
            answer.destroy()
          })
          return
        }
        const respond = () => {
          answer.writeHead(answered.statusCode ?? 502, answered.headers)
          answered.pipe(answer)
        }
        const delay = delayMs(named)
        if (delay > 0) setTimeout(respond, delay)
        else respond()
      },
    )
    onward.once('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => [...seen],
    requestIds: () => [...requestIds],
    forget: () => {
      seen = []
      requestIds = []
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
