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

/**
 * Forwards requests to a BTCPay Server and records them. `rewrite` changes a request's address, and the answer to a request
 * that `isLost` names never arrives: the server has done what was asked, and `lose` is called in place of the answer.
 */
export const startEngineProxy = async (
  targetUrl: string,
  rewrite: (address: string) => string = (address) => address,
  isLost: (named: string) => boolean = () => false,
  lose: () => void = () => undefined,
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
            lose()
            answer.destroy()
          })
          return
        }
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.pipe(answer)
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
