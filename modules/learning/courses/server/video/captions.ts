/** Captions of videos, in several languages. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type CaptionTrack, type Cue, captionLanguagesMax } from '#modules/content/playback/contract.ts'
import { languageName, parseCaptions } from '#modules/content/playback/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import { TOO_MANY } from '../../contract/errors.ts'
import type { CoursesDb } from '../db.ts'
import { getSectionOf, getSectionReader } from '../study/readers.ts'
import { getVideo } from './segments.ts'

interface CaptionRow {
  readonly id: string
  readonly language: string
  readonly label: string
  readonly cue_count: number
}

const toTrack = ({ id, language, label, cue_count: cueCount }: CaptionRow): CaptionTrack => ({
  id,
  language,
  label,
  cueCount,
})

export async function captionsOfSection(db: CoursesDb, courseId: string, sectionId: string): Promise<CaptionTrack[]> {
  const rows = await db
    .selectFrom('courses.caption')
    .select(['id', 'language', 'label', 'cue_count'])
    .where('course_id', '=', courseId)
    .where('section_id', '=', sectionId)
    .orderBy('language')
    .execute()
  return rows.map(toTrack)
}

export async function readCaption(db: CoursesDb, caller: Caller, ids: { id: string; captionId: string }, now: number) {
  const row = await db
    .selectFrom('courses.caption')
    .select(['id', 'section_id', 'language', 'label', 'cue_count', 'cues'])
    .where('course_id', '=', ids.id)
    .where('id', '=', ids.captionId)
    .executeTakeFirst()
  const course = await getSectionReader(db, caller, ids.id, row?.section_id, now)
  if (!row) throw refuse(NOT_FOUND)
  await getSectionOf(db, course, row.section_id)
  return { ...toTrack(row), cues: row.cues as unknown as Cue[] }
}

export async function saveCaption(
  db: CoursesDb,
  ids: { id: string; sectionId: string; language: string },
  input: { label?: string; text: string },
  { caller, now }: Context,
): Promise<CaptionTrack> {
  const { length } = await getVideo(db, caller, ids, true)
  const cues = parseCaptions(input.text, length)
  const name = languageName(ids.language)
  const label = input.label?.trim() ?? name
  await assertClean(db, caller.companyId, { label, text: cues.map(({ text }) => text).join('\n') })
  const others = await captionsOfSection(db, ids.id, ids.sectionId)
  const isNew = others.every(({ language }) => language !== ids.language)
  if (isNew && others.length >= captionLanguagesMax) throw refuse(TOO_MANY, { max: captionLanguagesMax })
  const changed = { label, cues: JSON.stringify(cues), cue_count: cues.length, updated_at: now }
  const row = await db
    .insertInto('courses.caption')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      course_id: ids.id,
      section_id: ids.sectionId,
      language: ids.language,
      ...changed,
    })
    .onConflict((conflict) => conflict.columns(['section_id', 'language']).doUpdateSet(changed))
    .returning(['id', 'language', 'label', 'cue_count'])
    .executeTakeFirstOrThrow()
  return toTrack(row)
}

export async function deleteCaption(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string; language: string },
): Promise<void> {
  await getVideo(db, caller, ids, true)
  const { numDeletedRows } = await db
    .deleteFrom('courses.caption')
    .where('course_id', '=', ids.id)
    .where('section_id', '=', ids.sectionId)
    .where('language', '=', ids.language)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw refuse(NOT_FOUND)
}
