import type { SpanFacts, Tracer } from "../api/db/tracer.ts";

export type Tracing = {
  trace: Tracer;
  /** Sends the spans that are left. */
  close: () => Promise<void>;
};

/**
 * Traces by OpenTelemetry, sent as OTLP over HTTP. Its packages are loaded here alone, so that a process without an
 * endpoint loads none of them. They read the other standard variables themselves.
 */
export async function openTracing(version: string): Promise<Tracing> {
  const [{ SpanKind, SpanStatusCode }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const own = { "service.name": "matinee", "service.version": version };
  const provider = new sdk.NodeTracerProvider({
    // What OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME say goes before.
    resource: resources
      .resourceFromAttributes(own)
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  // Makes spans children of the span around them.
  provider.register();
  const tracer = provider.getTracer("matinee", version);
  const kinds = {
    request: SpanKind.SERVER,
    call: SpanKind.INTERNAL,
    sql: SpanKind.CLIENT,
    job: SpanKind.CONSUMER,
  };
  return {
    trace: ({ kind, name, facts = {} }, work) =>
      tracer.startActiveSpan(name, { kind: kinds[kind], attributes: facts }, async (span) => {
        try {
          return await work((more: SpanFacts) => void span.setAttributes(more));
        } catch (error) {
          // Its message may quote a value.
          span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error)?.name ?? "" });
          throw error;
        } finally {
          span.end();
        }
      }),
    close: () => provider.shutdown(),
  };
}
