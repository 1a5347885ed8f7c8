/**
 * Compares the answers that a test run has seen (test/recorder.ts) with those that the contracts declare: every declared
 * one is produced by some test, and no other is given. `node tools/answers.ts <record>`.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#kit/contract.ts'
import { COMMON_ERRORS } from '#kit/errors.ts'
import type { ServerModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'

/** `module.key` → the answers seen, each as `status code`. */
type Seen = ReadonlyMap<string, ReadonlySet<string>>

function readRecord(text: string): Seen {
  const seen = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [name, status, code = ''] = line.split(' ')
    if (!name || !status) continue
    seen.set(name, (seen.get(name) ?? new Set()).add(answer(Number(status), Number(code))))
  }
  return seen
}

function answer(status: number, code: number): string {
  return code === 0 ? String(status) : `${status} ${code}`
}

function problemsOf(name: string, endpoint: Endpoint, answers: ReadonlySet<string>): string[] {
  const problems: string[] = []
  if (![...answers].some((one) => /^[23]\d\d$/.test(one))) problems.push(`${name}: no test sees it succeed`)
  const declared = (endpoint.errors ?? []).map((error) => answer(error.status, error.code))
  for (const one of declared) {
    if (!answers.has(one)) problems.push(`${name}: declares ${one}, which no test produces`)
  }
  const common = COMMON_ERRORS.map((error) => answer(error.status, error.code))
  for (const one of answers) {
    const isSuccess = /^[23]\d\d$/.test(one)
    // A session that was ended elsewhere answers any call of a signed-in member with a code of its own.
    const isEndedSession = endpoint.access !== 'public' && /^401 /.test(one)
    if (endpoint.passesOnRefusals && /^422 /.test(one)) continue
    if (isSuccess || isEndedSession || declared.includes(one) || common.includes(one)) continue
    // Bytes have answers of the protocol of their own: a range that can't be served, nothing new.
    if (endpoint.kind === 'stream' && /^4\d\d$/.test(one)) continue
    problems.push(`${name}: answers ${one}, which it does not declare`)
  }
  return problems
}

/** What differs between the record of a whole test run and the contracts. */
export function compareAnswers(record: string, modules: readonly ServerModule[]): string[] {
  const seen = readRecord(record)
  return modules.flatMap((module) =>
    Object.entries(module.contract).flatMap(([key, endpoint]) => {
      const name = `${module.name}.${key}`
      return problemsOf(name, endpoint, seen.get(name) ?? new Set())
    }),
  )
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = compareAnswers(readFileSync(process.argv[2] ?? 'test-results/answers.txt', 'utf8'), serverModules)
  for (const problem of problems) console.error(problem)
  console.log(
    problems.length === 0 ? 'Every declared answer is produced by some test.' : `${problems.length} answers to look at`,
  )
  if (problems.length > 0) process.exitCode = 1
}
