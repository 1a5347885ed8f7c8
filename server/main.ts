/** The server process: reads its settings, serves requests, and shuts down in order. */
import { ConfigError, configExitCode, readConfig } from './config.ts'
import { createDatabase, createPool } from './db/pool.ts'
import { DatabaseWatch } from './db/watch.ts'
import { buildApp } from './http/app.ts'
import { addStaticFiles } from './http/static.ts'
import { jobConnections, startJobs } from './jobs/queue.ts'
import { setUtf8Locale } from './locale.mjs'
import { serverModules } from './modules.ts'
import { createOutside } from './outside/create.ts'
import { startRealtime } from './realtime/hub.ts'

/** Running requests get this long to finish before the process ends without them. */
const drainTimeoutMs = 15_000
const jobConcurrency = 2
/** No statement of a request takes longer: the database ends it after 30 s. */
const requestSilenceMsMax = 35_000

async function serve(): Promise<void> {
  setUtf8Locale()
  const config = readConfig(process.env)
  if (config.databaseUrl === null) throw new ConfigError(['DATABASE_URL is not set; `npm start` sets it'])
  const watch = new DatabaseWatch(config.databaseUrl)
  watch.begin()
  const pool = createPool({
    databaseUrl: config.databaseUrl,
    size: config.databasePoolSize,
    watch,
    silenceMsMax: requestSilenceMsMax,
  })
  const jobList = serverModules.flatMap((module) => module.jobs ?? [])
  // Jobs hold connections for their whole run; with a pool of their own they never keep a request waiting.
  const jobPool = createPool({
    databaseUrl: config.databaseUrl,
    size: jobConnections(jobList, jobConcurrency),
    applicationName: 'shuyuan-jobs',
    watch,
  })
  const db = createDatabase(pool)
  const realtime = startRealtime(config.databaseUrl, (message, error) => console.error(message, error), watch)
  const outside = createOutside(config, realtime)
  const app = await buildApp({ db, watch, modules: serverModules, outside })
  await addStaticFiles(app)
  const jobs = await startJobs({
    pool: jobPool,
    db: createDatabase(jobPool),
    jobs: jobList,
    outside,
    concurrency: jobConcurrency,
    logError: (message, error) => app.log.error(error, message),
  })

  let ending = false
  const end = async (reason: string) => {
    if (ending) return
    ending = true
    app.log.info(`ending: ${reason}`)
    setTimeout(() => process.exit(1), drainTimeoutMs).unref()
    await app.close()
    await Promise.all([jobs.stop(), realtime.stop()])
    await Promise.all([pool.end(), jobPool.end()])
    watch.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end('SIGTERM'))
  process.on('SIGINT', () => void end('SIGINT'))
  // The launcher has ended without a signal, so the server ends too, and no process is orphaned.
  process.on('disconnect', () => void end('the launcher ended'))
  await app.listen({ host: config.host, port: config.port })
  process.send?.('listening')
}

try {
  await serve()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(error instanceof ConfigError ? configExitCode : 1)
}
