/** The endpoint for LiveKit's events: `webhook.urls` of its settings. The signature is the only permission. */
import type { FastifyInstance } from 'fastify'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { receiveLiveKitWebhook } from './livekit.ts'

const bytesMax = 256 * 1024

export function liveKitWebhook(app: FastifyInstance, outside: Outside, db: Connection): void {
  if (!outside.config.live.liveKit) return
  void app.register((scope, _options, done) => {
    // The raw bytes, because the signature covers them.
    const parse = { parseAs: 'string', bodyLimit: bytesMax } as const
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(['application/webhook+json', 'application/json'], parse, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post('/engines/livekit/webhook', async (request, reply) => {
      const isGenuine = await receiveLiveKitWebhook(outside, db, String(request.body), request.headers.authorization)
      return reply.code(isGenuine ? 204 : 401).send()
    })
    done()
  })
}
