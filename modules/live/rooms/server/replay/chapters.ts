/** Chapters of a replay: where a page was turned to, and where a question was answered. */
import { v7 as uuid } from 'uuid'
import { chaptersMax, chapterTitleMax } from '../../contract/replay.ts'
import type { RoomsDb } from '../db.ts'

interface ShownSlide {
  readonly deck: string | null
  readonly page: number
  readonly at: number
}

interface AnsweredQuestion {
  readonly text: string
  readonly answeredAt: number
}

export interface Chapter {
  readonly atMs: number
  readonly kind: 'slide' | 'question'
  readonly title: string
}

/** Pages that were only leafed through are no chapter. */
const slideMinMs = 8000
/** A question is marked as answered when the answer ends: its chapter begins a little earlier. */
const answerLeadMs = 30_000

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= chapterTitleMax
    ? characters.join('')
    : `${characters.slice(0, chapterTitleMax - 1).join('')}…`
}

/** Slides and questions of a room as chapters of its film, in their order. What lies outside of the film has none. */
export function chaptersOf(
  film: { readonly beginsAt: number; readonly durationMs: number },
  slides: readonly ShownSlide[],
  questions: readonly AnsweredQuestion[],
): Chapter[] {
  const end = film.beginsAt + film.durationMs
  const ordered = [...slides].sort((one, other) => one.at - other.at)
  const kept = ordered.filter(({ deck, at }, index) => {
    const until = Math.min(ordered[index + 1]?.at ?? end, end)
    return deck !== null && until - Math.max(at, film.beginsAt) >= slideMinMs
  })
  const slideChapters = kept
    // Back from a page that was only passed through, it goes on.
    .filter(({ deck, page }, index) => kept[index - 1]?.deck !== deck || kept[index - 1]?.page !== page)
    .map(({ deck, page, at }) => ({ kind: 'slide' as const, title: shortened(`${deck} · ${page}`), at }))
  const questionChapters = questions.map(({ text, answeredAt }) => ({
    kind: 'question' as const,
    title: shortened(text),
    at: Math.max(film.beginsAt, answeredAt - answerLeadMs),
    answeredAt,
  }))
  return [...slideChapters, ...questionChapters.filter(({ answeredAt }) => answeredAt > film.beginsAt)]
    .filter(({ at }) => at < end)
    .map(({ kind, title, at }) => ({ kind, title, atMs: Math.max(0, at - film.beginsAt) }))
    .sort((one, other) => one.atMs - other.atMs)
    .slice(0, chaptersMax)
}

interface Film {
  readonly companyId: string
  readonly roomId: string
  readonly beginsAt: number
  readonly durationMs: number
}

/** Writes the chapters of a film that has just been made, in place of those of an earlier one; the host's own stay. */
export async function addChapters(db: RoomsDb, { companyId, roomId, beginsAt, durationMs }: Film): Promise<void> {
  const slides = await db
    .selectFrom('rooms.slide_shown as s')
    .leftJoin('rooms.deck as d', (join) =>
      join.onRef('d.room_id', '=', 's.room_id').onRef('d.file_id', '=', 's.file_id'),
    )
    .select(['d.name as deck', 's.page', 's.at'])
    .where('s.room_id', '=', roomId)
    .where('s.company_id', '=', companyId)
    .orderBy('s.at')
    .limit(5000)
    .execute()
  const questions = await db
    .selectFrom('rooms.question')
    .select(['text', 'answered_at'])
    .where('room_id', '=', roomId)
    .where('company_id', '=', companyId)
    .where('answered_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('answered_at')
    .limit(1000)
    .execute()
  const answered = questions.map(({ text, answered_at }) => ({ text, answeredAt: answered_at ?? 0 }))
  const chapters = chaptersOf({ beginsAt, durationMs }, slides, answered)
  await db.deleteFrom('rooms.replay_chapter').where('room_id', '=', roomId).where('kind', '<>', 'own').execute()
  if (chapters.length === 0) return
  await db
    .insertInto('rooms.replay_chapter')
    .values(
      chapters.map(({ atMs, kind, title }) => ({
        ...{ id: uuid(), company_id: companyId, room_id: roomId, at_ms: Math.round(atMs), kind, title },
      })),
    )
    .execute()
}
