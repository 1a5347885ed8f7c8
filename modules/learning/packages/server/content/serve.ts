/** The second listener: it starts and stops with the listener of the site. */
import type { FastifyInstance } from 'fastify'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { buildContentApp } from './app.ts'
import { listensOn } from './origin.ts'

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return address !== null && typeof address === 'object' ? address.port : undefined
}

/**
 * Where nobody has said a port or an address, and the one beside the site's is taken, any free one does: every launch
 * names it to the browser.
 */
export function servePackages(site: FastifyInstance, outside: Outside, db: Connection): void {
  const { host, packages } = outside.config
  const content = buildContentApp(outside, db)
  site.addHook('onListen', async () => {
    await content.listen({ host, port: packages.port }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || packages.isPortGiven) throw error
      site.log.warn(`port ${packages.port} is taken: packages are served on another`)
      await content.listen({ host, port: 0 })
    })
    const port = portOf(content)
    if (port !== undefined) listensOn(outside, port)
  })
  site.addHook('onClose', async () => content.close())
}
