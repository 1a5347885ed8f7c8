/**
 * The server as it runs, in this process and on a database that a test takes away: requests over real sockets, the pools and
 * the watch of the server process, jobs and events.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Connection } from '#server/db/connection.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { DatabaseWatch } from '#server/db/watch.ts'
import { buildApp } from '#server/http/app.ts'
import { addStaticFiles } from '#server/http/static.ts'
import { enqueue, jobConnections, startJobs } from '#server/jobs/queue.ts'
import { job, type ServerModule } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { startRealtime } from '#server/realtime/hub.ts'

export interface Site {
  readonly origin: string
  readonly outside: Outside
  /** Numbers whose job has run. */
  readonly jobsDone: ReadonlySet<number>
  /** Enqueues a job of its own; it has run when its number is in `jobsDone`. */
  enqueue(db: Connection, number: number): Promise<void>
  stop(): Promise<void>
}

interface SiteSettings {
  readonly databaseUrl: string
  readonly modules: readonly ServerModule[]
  readonly outside: Outside
  readonly directory: string
  /** Of requests; the others are as in the server. */
  readonly poolSize?: number
}

export async function startSite({ databaseUrl, modules, directory, ...settings }: SiteSettings): Promise<Site> {
  const jobsDone = new Set<number>()
  const noteJob = job({
    name: 'outage.note',
    payload: Type.Object({ number: Type.Integer() }),
    async run(db, { number }) {
      await sql`select 1`.execute(db as never)
      jobsDone.add(number)
    },
  })
  const jobs = [...modules.flatMap((module) => module.jobs ?? []), noteJob]
  const watch = new DatabaseWatch(databaseUrl)
  const pool = createPool({ databaseUrl, size: settings.poolSize ?? 10, watch })
  const jobPool = createPool({ databaseUrl, size: jobConnections(jobs, 2), applicationName: 'shuyuan-jobs', watch })
  const realtime = startRealtime(databaseUrl, () => undefined, watch)
  const outside = { ...settings.outside, realtime }
  const app = await buildApp({ db: createDatabase(pool), watch, modules, outside })
  const web = join(directory, 'web')
  await mkdir(web, { recursive: true })
  await writeFile(join(web, 'index.html'), '<!doctype html><title>书院</title>')
  await addStaticFiles(app, web)
  const runner = await startJobs({
    pool: jobPool,
    db: createDatabase(jobPool),
    jobs,
    outside,
    concurrency: 2,
    logError: () => undefined,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    outside,
    jobsDone,
    enqueue: (db, number) => enqueue(db, noteJob, { number }),
    async stop() {
      await app.close()
      await Promise.all([runner.stop(), realtime.stop()])
      await Promise.all([pool.end(), jobPool.end()])
      watch.stop()
    },
  }
}
