import type { CallOptions, Send } from '../send.ts'
import { health, serverInfo } from '../wire/server.ts'

export const serverCalls = (send: Send) => ({
  /** Needs no key. */
  health: (options?: CallOptions) => send({ method: 'GET', path: '/api/v1/health', answer: health }, options),

  info: (options?: CallOptions) => send({ method: 'GET', path: '/api/v1/server/info', answer: serverInfo }, options),
})
