/**
 * What a save has to know of the paper: which kind each question is, and which section has a time. The paper of an attempt is
 * written once, at its start, so what a process has read of it stays right in that process, however many of them there are.
 * Reading whole papers for each save cost more than storing the answers.
 */
import { sql } from 'kysely'
import type { QuestionKind } from '#modules/assessment/questions/contract.ts'
import type { TimedSection } from '../contract/sections.ts'
import type { ExamsDb } from './db.ts'

interface ShapedSection extends TimedSection {
  readonly kinds: readonly QuestionKind[]
}

export interface PaperShape {
  readonly sections: readonly ShapedSection[]
  /** The kind of each question and its section, from 1, by place. */
  readonly questions: ReadonlyMap<number, { readonly kind: QuestionKind; readonly section: number }>
}

/** So many questions of attempts a process knows, for each may have a paper of its own; those that were not asked for longest go first. */
const questionsMax = 1_000_000
/** Attempts at one fixed paper share its shape. */
const shapesMax = 1000

const ofAttempts = new Map<string, PaperShape>()
const ofTexts = new Map<string, PaperShape>()
let questionsKept = 0

function rememberAttempt(id: string, shape: PaperShape): void {
  if (!ofAttempts.delete(id)) questionsKept += shape.questions.size
  ofAttempts.set(id, shape)
  for (const [oldest, { questions }] of ofAttempts) {
    if (questionsKept <= questionsMax) return
    ofAttempts.delete(oldest)
    questionsKept -= questions.size
  }
}

function rememberText(text: string, shape: PaperShape): void {
  ofTexts.set(text, shape)
  const oldest = ofTexts.keys().next()
  if (ofTexts.size > shapesMax && !oldest.done) ofTexts.delete(oldest.value)
}

function shapeOf(text: string): PaperShape {
  const known = ofTexts.get(text)
  if (known) return known
  const sections = JSON.parse(text) as ShapedSection[]
  const listed = sections.flatMap(({ kinds }, at) => kinds.map((kind) => ({ kind, section: at + 1 })))
  const shape = { sections, questions: new Map(listed.map((question, at) => [at + 1, question])) }
  rememberText(text, shape)
  return shape
}

/** The shapes of the papers of these attempts, as far as the attempts exist. One statement for those that are not known yet. */
export async function paperShapes(db: ExamsDb, ids: readonly string[]): Promise<ReadonlyMap<string, PaperShape>> {
  const missing = ids.filter((id) => !ofAttempts.has(id))
  if (missing.length > 0) {
    const { rows } = await sql<{ id: string; text: string }>`
      select t.id, (
        select coalesce(jsonb_agg(jsonb_build_object('timeMs', s.section -> 'timeMs',
          'kinds', jsonb_path_query_array(s.section, '$.questions[*].kind')) order by s.at), '[]')::text
        from jsonb_array_elements(t.paper) with ordinality s (section, at)) as text
      from exams.attempt t where t.id = any(${missing}::uuid[])`.execute(db)
    for (const { id, text } of rows) rememberAttempt(id, shapeOf(text))
  }
  const found = new Map<string, PaperShape>()
  for (const id of ids) {
    const shape = ofAttempts.get(id)
    if (!shape) continue
    found.set(id, shape)
    rememberAttempt(id, shape)
  }
  return found
}
