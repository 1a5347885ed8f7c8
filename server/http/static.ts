/** The browser client: hashed scripts under /vue/, kept for ever; the page that names them, never kept. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { headersOfPages } from './security.ts'

const webDirectory = join(import.meta.dirname, '../../dist/web')

/** The build names a file by its content: `StudyPage-Bx3_k9Qa.js`. Its compressed forms have the same name and more. */
const HASHED = /-[\w-]{8}\.(js|mjs|css|woff2?|ttf|otf|pfb|png|svg|jpg|wasm|bcmap|icc)(\.br|\.gz)?$/
/** What tells a browser of a newer build: pages, the name of the build, the service worker. */
const NEVER_KEPT = /(\.html|\/build\.json|\/(sw|offline)\.js)(\.br|\.gz)?$/
/** Pages stand at `/` too: the worker of `/vue/` may answer there. */
const WORKER = /\/sw\.js(\.br|\.gz)?$/
const SCRIPT_OR_STYLE = /\.(js|css)(\.br|\.gz)?$/

function cacheControlOf(path: string): string {
  if (HASHED.test(path)) return 'public, max-age=31536000, immutable'
  // The page names this build's scripts. Pictures that keep their name (avatars, the mark) change with a release at most.
  return NEVER_KEPT.test(path) ? 'no-cache' : 'public, max-age=86400'
}

export async function addStaticFiles(app: FastifyInstance, directory = webDirectory): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: directory,
    prefix: '/vue/',
    preCompressed: true,
    cacheControl: false,
    index: false,
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControlOf(path))
      reply.header('vary', 'Accept-Encoding')
      if (WORKER.test(path)) reply.header('service-worker-allowed', '/')
      if (SCRIPT_OR_STYLE.test(path)) for (const name of headersOfPages) reply.removeHeader(name)
    },
  })
  const page = (_request: unknown, reply: FastifyReply) => reply.sendFile('index.html')
  for (const url of ['/', '/vue', '/vue/']) app.get(url, page)
}
