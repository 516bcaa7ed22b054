import { BtcpayError } from '@bitquay/btcpay'
import type { FastifyBaseLogger } from 'fastify'

/** A BTCPay Server answers 503 while it starts, which takes minutes after an update. Its stores are read again soon. */
const isStarting = (error: unknown): boolean =>
  error instanceof BtcpayError && error.outcome.kind !== 'unreachable' && error.outcome.status === 503

type Failure = { level: 'warn' | 'error'; message: string; about: Record<string, unknown> }

/** Logs what a worker couldn't do. A server that starts is no error. */
export const logFailure = (
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  error: unknown,
  failure: Failure,
) => {
  const { level, message, about } = failure
  if (isStarting(error)) log.info({ ...about, reason: String(error) }, `${message}: a BTCPay Server is starting`)
  else log[level]({ err: error, ...about }, message)
}
