export type SpanStart = {
  name: string
  kind: 'server' | 'client'
  attributes: Record<string, string | number>
  parent?: Span | undefined
}

/** One step of a trace. */
export type Span = {
  /** W3C trace context, for the header `traceparent`. */
  traceparent: string
  end: (outcome: { attributes?: Record<string, string | number>; failure?: string | undefined }) => void
}

/** Sends traces to the operator's collector. Without one there is no tracer. */
export type Tracer = {
  start: (span: SpanStart) => Span
  /** Sends what is left. */
  close: () => Promise<void>
}
