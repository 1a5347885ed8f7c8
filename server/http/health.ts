/** `/health` for load balancers, and `/metrics` for Prometheus. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { AppSettings } from './app-settings.ts'

/** A monitor that waits longer takes a server for dead. */
const healthMsMax = 1500

const healthTexts = {
  full: 'database out of connections',
  silent: 'database does not answer',
  absent: 'database unreachable',
} as const

/** With a token, every caller who has it; without one, this machine itself, unless a proxy on it passes a request on. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const [given, wanted] = [headers.authorization ?? '', `Bearer ${token}`].map(digest) as [Buffer, Buffer]
    return timingSafeEqual(given, wanted)
  }
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers)
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

export function addHealth(app: FastifyInstance, settings: AppSettings): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.endpointName === undefined) return
    durations.labels(request.endpointName, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
  app.get('/health', async (_request, reply) => {
    const state = await settings.watch.state(healthMsMax)
    reply.header('cache-control', 'no-store')
    if (state === 'ok') return { status: 'ok' }
    return reply.code(503).send({ status: healthTexts[state], database: state })
  })
  const { metricsToken } = settings.outside.config
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw refuse(NOT_FOUND)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
