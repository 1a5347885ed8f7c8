/** `npm start`: everything that the platform needs, from settings to a running server, and its end in order. */
import type { Config } from '#server/config.ts'
import { buildClientWhenChanged } from '#tools/client-build.ts'
import { createLifecycle, type Lifecycle } from '#tools/lifecycle.ts'
import { OperatorError } from '#tools/operator-error.ts'
import { assertPortFree, type DemoAccount, hasCompany, prepareData, prepareDemoData } from '#tools/prepare.ts'
import { parentDeathGuard } from '#tools/processes.ts'
import { superviseServer } from '#tools/server-process.ts'
import { readSettings } from '#tools/settings.ts'

const log = (line: string): void => console.log(line)
const newCompanyCommand = 'npm run new-company -- --name <company> --administrator <name>'

async function start(config: Config, lifecycle: Lifecycle): Promise<void> {
  const startedAt = performance.now()
  const databaseUrl = await prepareData(config, lifecycle, log)
  await assertPortFree(config, log)
  const [accounts] = await Promise.all([prepareDemoData(config, databaseUrl, log), buildClient()])
  const server = superviseServer({
    config,
    guard: await parentDeathGuard('TERM'),
    env: { DATABASE_URL: databaseUrl },
    log,
    onGivingUp: (exitCode) => void lifecycle.end(exitCode),
  })
  lifecycle.onEnd(
    async () => {
      log('Ending: finishing running requests …')
      await server.stop()
    },
    () => server.kill(),
  )
  await server.ready
  if (lifecycle.isEnding) return
  log(`Server ready, ${seconds(startedAt)} s after the start`)
  await welcome(config, databaseUrl, accounts)
}

async function buildClient(): Promise<void> {
  const startedAt = performance.now()
  if (await buildClientWhenChanged(log)) log(`Browser client ready (${seconds(startedAt)} s)`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

async function welcome(config: Config, databaseUrl: string, accounts: readonly DemoAccount[]): Promise<void> {
  const rows = accounts.map(
    ({ label, username, password }) => `      ${username.padEnd(16)} ${password.padEnd(16)} ${label}`,
  )
  const lines = [
    '',
    `  书院 Shuyuan is running:  ${config.publicUrl}`,
    ...(rows.length > 0 ? ['', '  Sign in with a demo account (演示账号):', ...rows] : []),
    ...((await hasCompany(databaseUrl)) ? [] : ['', `  It has no company yet: ${newCompanyCommand}`]),
    '',
    '  Ctrl-C ends it.',
    '',
  ]
  log(lines.join('\n'))
}

const config = readSettings()
const lifecycle = createLifecycle(log)
try {
  await start(config, lifecycle)
} catch (error) {
  // What was interrupted by the end of everything is no fault.
  if (!lifecycle.isEnding) {
    console.error(error instanceof OperatorError ? error.message : error)
    await lifecycle.end(error instanceof OperatorError ? error.exitCode : 1)
  }
}
