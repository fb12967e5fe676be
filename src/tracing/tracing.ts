import { context, SpanKind, trace } from '@opentelemetry/api';
import type { SpanOptions } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/api/database/database.ts';
import type { Job, Jobs } from '#src/api/job/jobs.ts';
import type { Mail } from '#src/api/mail/mail.ts';
import type { WatchedCalls } from '#src/gateway/transport.ts';
import { failed, keepContext } from './trace-context.ts';
import { watchDatabase } from './trace-database.ts';
import { watchGraphql, watchHttp, watchedCalls } from './trace-http.ts';

/** How long a process that stops waits for its last spans to be taken. */
const LAST_EXPORT_MS = 2_000;

/**
 * What is told of the work of this process, as spans in the words of OpenTelemetry. Nothing of it is about people: names of
 * routes, operations, statements, jobs and kinds of mail, and how they ended.
 */
export interface Tracing {
  watchHttp(app: FastifyInstance): void;
  /** To be called when the gateway is registered. */
  watchGraphql(app: FastifyInstance): void;
  calls: WatchedCalls;
  watchDatabase(database: Database): void;
  watchedJobs(jobs: Jobs): Jobs;
  watchedMail(mail: Mail): Mail;
  stop(): Promise<void>;
}

/** Spans go to `<url>/v1/traces` by OTLP over HTTP; what else the environment says (`OTEL_…`) the library reads itself. */
export function startTracing(url: string): Tracing {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'leads' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` }))],
  });
  const tracer = provider.getTracer('leads');
  keepContext();

  async function within<T>(name: string, options: SpanOptions, act: () => Promise<T>): Promise<T> {
    const span = tracer.startSpan(name, options, context.active());
    try {
      return await context.with(trace.setSpan(context.active(), span), act);
    } catch (error) {
      failed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    watchHttp: (app) => watchHttp(app, tracer),
    watchGraphql: (app) => watchGraphql(app, tracer),
    calls: watchedCalls(tracer),
    watchDatabase: (database) => watchDatabase(database, tracer),
    watchedJobs: (jobs) => ({
      ...jobs,
      work: <Data extends object>(name: string, handler: (job: Job<Data>) => Promise<void>, options?: object) =>
        jobs.work<Data>(
          name,
          (job) =>
            within(
              `job ${name}`,
              { kind: SpanKind.CONSUMER, attributes: { 'leads.job': name, 'leads.attempt': job.attempt }, root: true },
              () => handler(job),
            ),
          options,
        ),
    }),
    watchedMail: (mail) => ({
      ...mail,
      send: (tx, message) =>
        within(
          `mail ${message.kind}`,
          { kind: SpanKind.PRODUCER, attributes: { 'leads.mail.kind': message.kind } },
          () => mail.send(tx, message),
        ),
    }),
    async stop() {
      const late = new Promise<void>((resolve) => void setTimeout(resolve, LAST_EXPORT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}
