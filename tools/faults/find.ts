/** Looks for a test that catches a fault, and writes it into the fault's file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listFiles, readText, root } from '#tools/check/tree.ts'
import { type Catcher, catcherText, type Fault } from './fault.ts'
import type { Verdict } from './report.ts'
import type { Workshop } from './workshop.ts'

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .match(/[a-z]{4,}/g)
      ?.map((word) => word.replace(/(ies|es|s|ed|ing)$/, '')),
  )

/** The tests of the fault's own module: first those that have the most rare words in common with it. */
function candidates(fault: Fault): string[] {
  const [file = ''] = fault.edits.map((edit) => edit.file)
  const directory = file
    .split('/')
    .slice(0, file.startsWith('modules/') ? 3 : 1)
    .join('/')
  const isScreen = directory === 'web' || file.includes('/web')
  const tests = listFiles(['.test.ts', '.test.tsx'], isScreen ? [directory, 'test/web'] : [directory])
  const texts = new Map(tests.map((test) => [test, wordsOf(`${test} ${readText(test)}`)]))
  const changed = fault.edits.map(({ before, after }) => before + after).join(' ')
  const wanted = wordsOf(`${fault.sentence} ${changed} ${fault.id} ${basename(file)} ${basename(file)}`)
  const rarity = (word: string) => 1 / (1 + [...texts.values()].filter((words) => words.has(word)).length)
  const score = (test: string) =>
    [...wanted].reduce((sum, word) => sum + (texts.get(test)?.has(word) ? rarity(word) : 0), 0) +
    (basename(test).startsWith(basename(file).replace(/\.\w+$/, '.')) ? 2 : 0)
  return tests.sort((one, other) => score(other) - score(one))
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

export async function findCatcher(workshop: Workshop, fault: Fault): Promise<Verdict> {
  try {
    const found = await workshop.planted(fault, () => search(workshop, fault))
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
