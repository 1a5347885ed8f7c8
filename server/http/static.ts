/** The browser client: hashed scripts under /vue/, kept for ever; the page that names them, never kept. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const webDirectory = join(import.meta.dirname, '../../dist/web')

export async function addStaticFiles(app: FastifyInstance): Promise<void> {
  if (!existsSync(webDirectory)) return
  await app.register(fastifyStatic, {
    root: webDirectory,
    prefix: '/vue/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html', { immutable: false, maxAge: 0 }))
}
