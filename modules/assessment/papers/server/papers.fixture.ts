/** Papers for tests, of this module and of others, and for the demonstration. */
import { type Author, callerOf, type DirectoryOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { RuleInput, SectionInput } from '../contract/paper.ts'
import { papersTables } from './db.ts'
import { paperDirectories } from './directories.ts'
import { countExposure } from './shown.ts'
import { changePaper, createPaper, newPaper, type PaperChange, readyPaper } from './writing.ts'

let count = 0

export async function buildPaperDirectory(connection: Connection, input: DirectoryOf): Promise<string> {
  const { author, now = Date.now(), ...place } = input
  count++
  const names = { name: `试卷目录 ${count}`, code: `P${count}`, ...place }
  return (await paperDirectories.create(connection, callerOf(author), names, now)).id
}

export interface BuiltPaper {
  readonly id: string
  readonly revision: number
}

type PaperOf = Partial<Omit<PaperChange, 'revision'>> & {
  readonly author: Author
  readonly directoryId: string
  readonly isReady?: boolean
  readonly now?: number
}

export async function buildPaper(connection: Connection, input: PaperOf): Promise<BuiltPaper> {
  const { author, directoryId, isReady = false, now = Date.now(), ...fields } = input
  const db = papersTables(connection)
  const moment = { caller: callerOf(author), now }
  const name = fields.name ?? `试卷 ${++count}`
  const { id } = await createPaper(db, moment, { directoryId, name })
  const change = { ...newPaper, sections: [], ...fields, directoryId, name, revision: 0 }
  const { revision } = await changePaper(db, moment, id, change)
  if (!isReady) return { id, revision }
  return { id, revision: (await readyPaper(db, moment, id, revision)).revision }
}

const section = { sequence: 1, title: '一、单项选择题', instructions: '', minutes: null }

/** A section of these questions, two points each. */
export function fixedSection(questionIds: readonly string[], fields: Partial<SectionInput> = {}): SectionInput {
  const items = questionIds.map((questionId) => ({ questionId, scoreTenths: 20 }))
  return { ...section, mode: 'fixed', items, rules: [], ...fields }
}

export function rule(directoryId: string, asked: number, fields: Partial<RuleInput> = {}): RuleInput {
  return { directoryId, kind: null, difficulty: null, topicId: null, count: asked, scoreTenths: 20, ...fields }
}

export function randomSection(rules: readonly RuleInput[], fields: Partial<SectionInput> = {}): SectionInput {
  return { ...section, mode: 'random', items: [], rules: [...rules], ...fields }
}

/** What the job does each few minutes: who has got which questions is counted. */
export function countShown(connection: Connection, now: number): Promise<void> {
  return countExposure(papersTables(connection), now)
}
