import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxFormBytes = 4096

/** Lets the routes of a scope receive plain HTML forms. */
export const acceptForms = (scope: FastifyInstance) =>
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

export const formOf = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams())

/** Who sent a form, for limits. */
export const sourceOf = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  device: (headers['user-agent'] ?? 'unknown').slice(0, 300),
})
