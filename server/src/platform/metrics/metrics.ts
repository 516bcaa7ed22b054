import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The figures that this process counts, and the registry that prints them for Prometheus. */
export type Metrics = {
  registry: Registry
  beginRequest: () => void
  endRequest: () => void
  countRequest: (request: { method: string; route: string; status: number; seconds: number | undefined }) => void
  countEngineCall: (call: { engine: string; operation: string; outcome: string; seconds: number }) => void
  countWorkerRun: (run: { worker: string; outcome: 'succeeded' | 'failed'; seconds: number }) => void
  countEmail: (outcome: 'accepted' | 'failed') => void
  print: () => Promise<string>
}

const durations = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

/**
 * Labels have few values: route templates instead of paths, and never a merchant, a store or an address. Otherwise
 * memory and the operator's Prometheus would grow with what strangers send.
 */
export const createMetrics = (build: { version: string; role: string }): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'bitquay_http_requests_total',
    help: 'Answered HTTP requests, by route template.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'bitquay_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, without event streams.',
    labelNames: ['method', 'route'],
    buckets: durations,
    registers,
  })
  const inFlight = new Gauge({
    name: 'bitquay_http_requests_in_flight',
    help: 'Requests that are being answered, including event streams.',
    registers,
  })
  const engineCalls = new Counter({
    name: 'bitquay_engine_calls_total',
    help: 'Calls to BTCPay by outcome: ok, refused, unreachable (never sent) or unknown (no usable answer).',
    labelNames: ['engine', 'operation', 'outcome'],
    registers,
  })
  const engineSeconds = new Histogram({
    name: 'bitquay_engine_call_duration_seconds',
    help: 'Duration of calls to BTCPay.',
    labelNames: ['engine'],
    buckets: durations,
    registers,
  })
  const workerRuns = new Counter({
    name: 'bitquay_worker_runs_total',
    help: 'Runs of background workers in this process.',
    labelNames: ['worker', 'outcome'],
    registers,
  })
  const workerSeconds = new Counter({
    name: 'bitquay_worker_run_seconds_total',
    help: 'Time that background workers of this process spent in their runs.',
    labelNames: ['worker'],
    registers,
  })
  const emails = new Counter({
    name: 'bitquay_emails_total',
    help: 'Emails that this process passed to the mail server, and attempts that failed.',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({ name: 'bitquay_build_info', help: 'Always 1.', labelNames: ['version', 'role'], registers })
    .labels(build)
    .set(1)
  let hasDefaults = false
  return {
    registry,
    beginRequest: () => inFlight.inc(),
    endRequest: () => inFlight.dec(),
    countRequest: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status: String(status) })
      if (seconds !== undefined) requestSeconds.observe({ method, route }, seconds)
    },
    countEngineCall: ({ engine, operation, outcome, seconds }) => {
      engineCalls.inc({ engine, operation, outcome })
      engineSeconds.observe({ engine }, seconds)
    },
    countWorkerRun: ({ worker, outcome, seconds }) => {
      workerRuns.inc({ worker, outcome })
      workerSeconds.inc({ worker }, seconds)
    },
    countEmail: (outcome) => emails.inc({ outcome }),
    print: () => {
      // These watch the garbage collector and the event loop, which costs something only where someone reads them.
      if (!hasDefaults) collectDefaultMetrics({ register: registry })
      hasDefaults = true
      return registry.metrics()
    },
  }
}
