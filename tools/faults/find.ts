/** Looks for a test that catches a fault, and writes it into the fault's file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listFiles, root } from '#tools/check/tree.ts'
import { type Catcher, catcherText, type Fault } from './fault.ts'
import type { Verdict } from './report.ts'
import type { Workshop } from './workshop.ts'

/** The tests of the fault's own module, those with the name of the changed file first. */
function candidates(fault: Fault): string[] {
  const [file = ''] = fault.edits.map((edit) => edit.file)
  const name = basename(file).replace(/\.\w+$/, '')
  const directory = file
    .split('/')
    .slice(0, file.startsWith('modules/') ? 2 : 1)
    .join('/')
  const own = listFiles(['.test.ts', '.test.tsx'], [directory])
  const shell = directory === 'web' || file.includes('/web') ? listFiles(['.test.ts', '.test.tsx'], ['test/web']) : []
  const rank = (test: string) => {
    if (basename(test).startsWith(`${name}.`)) return 0
    if (dirname(test) === dirname(file)) return basename(test).split(/[.-]/)[0] === name.split('-')[0] ? 1 : 2
    return 3
  }
  return [...own, ...shell].sort((one, other) => rank(one) - rank(other))
}

function write(fault: Fault, line: string): void {
  const path = join(root, 'test/faults', fault.module, `${fault.id}.fault`)
  const lines = readFileSync(path, 'utf8').split('\n')
  const first = lines.findIndex((text) => /^(caught by|survives): /.test(text))
  const others = lines.filter((text, index) => index === first || !/^(caught by|survives): /.test(text))
  writeFileSync(path, others.toSpliced(first, 1, line).join('\n'))
}

async function search(workshop: Workshop, fault: Fault): Promise<Verdict> {
  let milliseconds = 0
  for (const file of candidates(fault)) {
    const whole: Catcher = { kind: 'test', file, title: undefined }
    const result = await workshop.run(whole)
    milliseconds += result.milliseconds
    if (result.failed) {
      const catcher: Catcher = { kind: 'test', file, title: result.failed.title }
      return { fault, outcome: 'caught', detail: catcherText(catcher), milliseconds }
    }
  }
  return { fault, outcome: 'survived', detail: 'no test of its module notices it yet', milliseconds }
}

/** What was found has to fail with the fault by itself, and to pass without it. */
async function confirmed(workshop: Workshop, fault: Fault, found: Verdict): Promise<Verdict> {
  if (found.outcome !== 'caught') return found
  const [file = '', title] = found.detail.split(' › ', 2)
  const single: Catcher = { kind: 'test', file, title }
  const alone = await workshop.planted(fault, () => workshop.run(single))
  const catcher: Catcher = alone.failed ? single : { ...single, title: undefined }
  const clean = await workshop.run(catcher)
  if (clean.failed ?? clean.broken) {
    return { ...found, outcome: 'survived', detail: `${catcherText(catcher)} fails without the fault, too` }
  }
  return { ...found, detail: catcherText(catcher) }
}

export async function findCatcher(workshop: Workshop, fault: Fault): Promise<Verdict> {
  try {
    const found = await confirmed(workshop, fault, await workshop.planted(fault, () => search(workshop, fault)))
    write(fault, found.outcome === 'caught' ? `caught by: ${found.detail}` : `survives: ${found.detail}`)
    return found
  } catch (error) {
    return {
      fault,
      outcome: 'does not apply',
      detail: String(error instanceof Error ? error.message : error),
      milliseconds: 0,
    }
  }
}
