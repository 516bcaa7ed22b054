import type { TransportSettings } from '@bitquay/btcpay'
import type { Metrics } from './platform/metrics/metrics.ts'
import { findContext } from './platform/request-context.ts'
import type { Tracer } from './platform/tracing/tracer.ts'

/** The operator's servers have names. Undefined: one of the merchants' own, which count together. */
export type WatchEngineCalls = (name: string | undefined) => Required<Pick<TransportSettings, 'headers' | 'watch'>>

/** Counts the calls to BTCPay, traces them, and passes on the ID of the request that caused them. */
export const watchEngineCalls =
  (metrics: Metrics, tracer: Tracer | undefined): WatchEngineCalls =>
  (name) => ({
    headers: () => {
      const context = findContext()
      return {
        ...(context ? { 'x-request-id': context.requestId } : {}),
        // Traces are passed on to the operator's servers only.
        ...(context?.span && name !== undefined ? { traceparent: context.span.traceparent } : {}),
      }
    },
    watch: async ({ method, path }, send) => {
      const context = findContext()
      const engine = name ?? 'merchant'
      const operation = `${method} ${templateOf(path)}`
      const span = tracer?.start({
        name: `BTCPay ${operation}`,
        kind: 'client',
        attributes: {
          'bitquay.engine': engine,
          ...(context ? { 'bitquay.request_id': context.requestId } : {}),
          ...(context?.worker === undefined ? {} : { 'bitquay.worker': context.worker }),
        },
        parent: context?.span,
      })
      const startedAt = performance.now()
      const outcome = await send()
      metrics.countEngineCall({
        engine,
        operation,
        outcome: outcome.kind,
        seconds: (performance.now() - startedAt) / 1000,
      })
      span?.end({
        attributes: { 'bitquay.outcome': outcome.kind },
        failure: outcome.kind === 'ok' ? undefined : outcome.message,
      })
      return outcome
    },
  })

const words = new Set(
  [
    'api v1 health server info users me api-keys current stores invoices payment-methods wallet lightning rates webhooks',
    'configuration deliveries redeliver generate address transactions feerate utxos histogram connect channels balance pay',
    'payments mark-invalid mark-settled status unarchive refund activate preview BTC BTC-CHAIN BTC-LN BTC-LNURL payouts',
  ].flatMap((line) => line.split(' ')),
)

/** A path without the IDs in it, so that there are few different ones. */
export const templateOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (part === '' || words.has(part) ? part : ':id'))
    .join('/')
