/**
 * `npm run check`: everything that holds the house together and needs no test run. One line a part; the parts run side
 * by side. `--only dependencies,messages` runs some of them; `--in modules/live/live` lints the files of one folder only.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { oneAtATime } from './check/one-at-a-time.ts'
import type { Problem } from './check/tree.ts'

const root = join(import.meta.dirname, '..')

/** Answers what is wrong; nothing where all is well. */
type Part = () => Promise<string>

/** GOGC: the compiler and the linter of promises are Go programs that live for seconds; collecting costs them a tenth. */
const programSettings = { NO_COLOR: '1', FORCE_COLOR: '0', GOGC: process.env.GOGC ?? '400' }

function program(name: string, args: readonly string[]): Part {
  return () =>
    new Promise((resolve, reject) => {
      const file = name === 'node' ? process.execPath : join(root, 'node_modules/.bin', name)
      const child = spawn(file, args, { cwd: root, env: { ...process.env, ...programSettings } })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          output += chunk
        })
      }
      child.on('error', reject)
      child.on('close', (code) => resolve(code === 0 ? '' : output.trim() || `${name} ended with ${code}`))
    })
}

/** Loaded when it runs, so that a part that can't even load reports that as its own problem. */
function ownCheck(load: () => Promise<() => Problem[]>): Part {
  return async () => {
    const check = await load()
    return check()
      .map((problem) => `${problem.place}: ${problem.text}`)
      .join('\n')
  }
}

/**
 * What has not changed since the last check is not checked again; a second check at the same time waits for the record. A
 * copy of the project, whose node_modules is a link to ours, finds the packages where the record of ours has them.
 */
const types = (config: string): Part => {
  const record = `.cache/${config.replaceAll('/', '-')}.tsbuildinfo`
  // Several checkers of one program do much of the work each: half of the processor time, and several parts run at once.
  const once = ['--preserveSymlinks', '--checkers', '1']
  const check = program('tsc', ['-p', config, ...once, '--incremental', '--tsBuildInfoFile', record])
  return () => oneAtATime(join(root, record), check)
}

const { values: options } = parseArgs({ options: { only: { type: 'string' }, in: { type: 'string', default: '.' } } })
const folder = options.in

const parts: Readonly<Record<string, Part>> = {
  'server types': types('tsconfig.server.json'),
  'web types': types('tsconfig.web.json'),
  'web tests': types('test/web/tsconfig.json'),
  'journey types': types('test/e2e/tsconfig.json'),
  lint: program('biome', ['ci', '--colors=off', '--max-diagnostics=100', folder]),
  promises: program('oxlint', ['--type-aware', '--format=unix', folder]),
  dependencies: ownCheck(async () => (await import('./check/dependencies.ts')).checkDependencies),
  sources: ownCheck(async () => (await import('./check/sources.ts')).checkSources),
  screens: ownCheck(async () => {
    const problems = await (await import('./check/screens.ts')).screenProblems()
    return () => problems
  }),
  messages: ownCheck(async () => (await import('./check/messages.ts')).checkMessages),
  documents: ownCheck(async () => (await import('./check/quotes.ts')).checkQuotes),
  requirements: ownCheck(async () => (await import('./check/requirements.ts')).requirementProblems),
  words: ownCheck(async () => (await import('./check/words.ts')).checkWords),
  faults: ownCheck(async () => (await import('./check/faults.ts')).checkFaults),
  'dead code': program('knip', ['--no-progress', '--treat-config-hints-as-errors']),
  generated: program('node', ['tools/generate.ts', '--check']),
}

async function runPart(name: string, part: Part): Promise<boolean> {
  const startedAt = performance.now()
  const problems = await part().catch((error: unknown) => String(error instanceof Error ? error.stack : error))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${problems === '' ? '✓' : '✗'} ${name.padEnd(14)} ${seconds.padStart(5)} s`)
  if (problems !== '') console.log(problems.replace(/^/gm, '    '))
  return problems === ''
}

/** A few at a time: each of the programs uses every core by itself. */
async function runParts(names: readonly string[], parallel: number): Promise<boolean> {
  const waiting = [...names]
  const results: boolean[] = []
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const part = parts[name]
      if (!part) throw new Error(`no part is named ${name}; there are: ${Object.keys(parts).join(', ')}`)
      results.push(await runPart(name, part))
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return results.every((isWell) => isWell)
}

const names = options.only?.split(',') ?? Object.keys(parts)
if (!(await runParts(names, 3))) process.exitCode = 1
