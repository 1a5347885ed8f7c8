/** `npm run dev`: database, server and browser client, each reloaded when its sources change. */
import { watch } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import type { Config } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLifecycle, type Lifecycle } from '#tools/lifecycle.ts'
import { OperatorError } from '#tools/operator-error.ts'
import { assertPortFree, prepareData, prepareDemoData } from '#tools/prepare.ts'
import { parentDeathGuard } from '#tools/processes.ts'
import { localAddress, type ServerProcess, superviseServer } from '#tools/server-process.ts'
import { readSettings } from '#tools/settings.ts'

const log = (line: string): void => console.log(line)
const projectDirectory = path.resolve(import.meta.dirname, '..')
const settleMilliseconds = 200

async function develop(config: Config, lifecycle: Lifecycle): Promise<void> {
  // The browser talks to Vite at PORT; Vite passes calls on to the server at the next port.
  const server: Config = { ...config, host: '127.0.0.1', port: config.port + 1 }
  const databaseUrl = await prepareData(config, lifecycle, log)
  await assertPortFree(config, log)
  await assertPortFree(server, log)
  const accounts = await prepareDemoData(config, databaseUrl, log)
  const child = superviseServer({
    config: server,
    guard: await parentDeathGuard('TERM'),
    env: { DATABASE_URL: databaseUrl, HOST: server.host, PORT: String(server.port), PUBLIC_URL: config.publicUrl },
    log,
    // A mistake in the sources is no reason to end: the next change starts it again.
    onGivingUp: () => log('The server waits for a change in its sources …'),
  })
  lifecycle.onEnd(
    () => child.stop(),
    () => child.kill(),
  )
  restartOnChange(child, databaseUrl)
  const web = await serveClient(config, localAddress(server))
  lifecycle.onEnd(() => web.close())
  log(`\n  书院 Shuyuan in development:  http://localhost:${config.port}\n`)
  for (const { label, username, password } of accounts) log(`  ${username.padEnd(16)} ${password.padEnd(16)} ${label}`)
}

async function serveClient(config: Config, target: string): Promise<{ close(): Promise<void> }> {
  const web = await createServer({
    configFile: path.join(projectDirectory, 'vite.config.ts'),
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      proxy: { '/api': { target, ws: true }, '/health': target, '/metrics': target },
    },
  })
  await web.listen()
  return web
}

/** Watches what the server runs from, its migrations and its texts included. */
function restartOnChange(server: ServerProcess, databaseUrl: string): void {
  let timer: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()
  const onChange = (file: string | null): void => {
    if (file === null || !isServerSource(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(() => restart(server, databaseUrl, file))
    }, settleMilliseconds)
  }
  for (const folder of ['kit', 'server', 'modules']) {
    watch(path.join(projectDirectory, folder), { recursive: true }, (_event, file) =>
      onChange(file && `${folder}/${file}`),
    )
  }
}

function isServerSource(file: string): boolean {
  return /\.(ts|sql|json)$/.test(file) && !/\.test\.ts$|^modules\/[^/]+\/[^/]+\/web\//.test(file)
}

async function restart(server: ServerProcess, databaseUrl: string, file: string): Promise<void> {
  log(`${file} changed; starting the server again`)
  try {
    if (file.endsWith('.sql')) await migrate(databaseUrl, log)
  } catch (error) {
    log(String(error))
  }
  await server.restart()
}

const config = readSettings()
const lifecycle = createLifecycle(log)
try {
  await develop(config, lifecycle)
} catch (error) {
  if (!lifecycle.isEnding) {
    console.error(error instanceof OperatorError ? error.message : error)
    await lifecycle.end(error instanceof OperatorError ? error.exitCode : 1)
  }
}
