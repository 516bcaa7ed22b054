import type { FastifyInstance } from 'fastify'
import { contentSecurityPolicyWithFormTo } from '../platform/http/headers.ts'

/**
 * The page on which a manager lets a shop's plugin have a key sends a form to the shop. That page alone may, and only to
 * the origin that its own address names.
 */
export const allowFormTo = (app: FastifyInstance, path: string, mode: 'sandbox' | 'live') => {
  app.addHook('onRequest', async (request, reply) => {
    const [asked, search = ''] = request.url.split('?')
    if (asked !== path) return
    const target = new URLSearchParams(search).get('redirect') ?? ''
    if (!URL.canParse(target)) return
    const { protocol, origin } = new URL(target)
    if (protocol === 'https:' || (protocol === 'http:' && mode === 'sandbox')) {
      reply.header('content-security-policy', contentSecurityPolicyWithFormTo(origin))
    }
  })
}
