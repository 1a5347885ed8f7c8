/**
 * Which tests a change touches, for `npm test -- --changed`: the tests of every module that the changed files belong to or
 * that imports them, directly or through others. What all modules stand on (kit, the server around them, the harness)
 * touches everything.
 */
import { spawnSync } from 'node:child_process'
import { findModuleFolder } from '#modules/graph.ts'
import { readImports } from '#tools/check/imports.ts'
import { listFiles, readText, root } from '#tools/check/tree.ts'

export interface Selection {
  /** Files for vitest, files for Playwright. */
  readonly tests: readonly string[]
  readonly journeys: readonly string[]
}

/** The shells import every module: following them would make every change touch everything. */
const shells = /^(server\/modules\.ts|web\/modules\.ts|test\/(harness|setup|global-setup)\.ts)$/
const touchesAll = /^(kit\/|server\/|package(-lock)?\.json|vitest\.config|test\/[\w-]+\.ts$|modules\/graph\.ts)/
const touchesAllJourneys = /^(web\/|vite\.config|playwright\.config|test\/e2e\/(?!.*\.e2e\.ts$))/

export function changedSelection(log: (line: string) => void): Selection {
  const changed = changedFiles()
  const allTests = listFiles(['.test.ts', '.test.tsx'])
  const allJourneys = listFiles(['.e2e.ts'], ['test/e2e'])
  const affected = affectedFiles(changed)
  const modules = new Set([...affected].flatMap((file) => moduleOf(file) ?? []))
  const takesAll = changed.some((file) => touchesAll.test(file))
  const tests = takesAll ? allTests : allTests.filter((file) => affected.has(file) || modules.has(moduleOf(file) ?? ''))
  // The rules look at every call and table, so a change of any contract or table is theirs too.
  const rules = changed.some((file) => /^modules\/\w+\/\w+\/(contract|migrations|server)/.test(file))
    ? allTests.filter((file) => file.startsWith('test/rules/'))
    : []
  const takesAllJourneys = takesAll || changed.some((file) => touchesAllJourneys.test(file))
  const addresses = [...modules].flatMap(addressesOf)
  const journeys = allJourneys.filter(
    (file) => takesAllJourneys || affected.has(file) || addresses.some((address) => readText(file).includes(address)),
  )
  const selection = { tests: [...new Set([...tests, ...rules])].sort(), journeys }
  log(`${changed.length} changed files touch ${modules.size} modules: ${[...modules].sort().join(', ')}`)
  log(
    `${selection.tests.length} of ${allTests.length} test files, ${journeys.length} of ${allJourneys.length} journeys`,
  )
  return selection
}

/** What differs from the main branch's last commit that this branch has: committed, staged, edited, or new. */
function changedFiles(): string[] {
  const git = (...args: string[]): string[] => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout.split('\0').filter(Boolean) : []
  }
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'origin/main').map((line) => line.trim())
  return [
    ...new Set([...git('diff', '--name-only', '-z', base), ...git('ls-files', '--others', '--exclude-standard', '-z')]),
  ]
}

function affectedFiles(changed: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const { from, to } of readImports()) {
    if (to === undefined || shells.test(to)) continue
    importers.set(to, [...(importers.get(to) ?? []), from])
  }
  const affected = new Set<string>()
  const waiting = [...changed]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (affected.has(file)) continue
    affected.add(file)
    waiting.push(...(importers.get(file) ?? []))
  }
  return affected
}

function moduleOf(file: string): string | undefined {
  return /^modules\/\w+\/(\w+)\//.exec(file)?.[1]
}

/** The addresses of a module's screens up to their first parameter, as journeys write them. */
function addressesOf(module: string): string[] {
  const files = listFiles(['web.tsx'], [findModuleFolder(module) ?? 'modules'])
  return files.flatMap((file) =>
    [...readText(file).matchAll(/\bpath: '(\/[^':{]+)/g)].map(([, address = '']) => `#${address}`),
  )
}
