import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Span, Tracer } from './tracer.ts'

/**
 * Sends traces to a collector with OTLP over HTTP. Loaded only where a collector is configured. Every request begins a
 * trace: trace headers of strangers are ignored, so that nobody can hide a request or join it to another's.
 */
export const startTracing = (settings: { endpoint: string; service: string; version: string }): Tracer => {
  const exporter = new OTLPTraceExporter({ url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.service, 'service.version': settings.version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('bitquay', settings.version)
  const contexts = new WeakMap<Span, typeof ROOT_CONTEXT>()
  return {
    start: ({ name, kind, attributes, parent }) => {
      const within = (parent && contexts.get(parent)) ?? ROOT_CONTEXT
      const options = { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT, attributes }
      const started = tracer.startSpan(name, options, within)
      const { traceId, spanId, traceFlags } = started.spanContext()
      const span: Span = {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end: ({ attributes: more = {}, failure }) => {
          started.setAttributes(more)
          if (failure !== undefined) started.setStatus({ code: SpanStatusCode.ERROR, message: failure })
          started.end()
        },
      }
      contexts.set(span, trace.setSpan(ROOT_CONTEXT, started))
      return span
    },
    close: () => provider.shutdown(),
  }
}
