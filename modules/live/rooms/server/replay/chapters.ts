/** Chapters of a replay: slides, and answered questions. */
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

/** Slides that were only leafed through are no chapters. */
const slideMinMs = 8000
/** A question is marked as answered at the end of the answer, so its chapter starts a little earlier. */
const answerLeadMs = 30_000

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= chapterTitleMax
    ? characters.join('')
    : `${characters.slice(0, chapterTitleMax - 1).join('')}…`
}

/** Slides and questions of a room as chapters of its video, in order. Those outside of the video are left out. */
export function chaptersOf(
  video: { readonly beginsAt: number; readonly durationMs: number },
  slides: readonly ShownSlide[],
  questions: readonly AnsweredQuestion[],
): Chapter[] {
  const end = video.beginsAt + video.durationMs
  const ordered = [...slides].sort((one, other) => one.at - other.at)
  const kept = ordered.filter(({ deck, at }, index) => {
    const until = Math.min(ordered[index + 1]?.at ?? end, end)
    return deck !== null && until - Math.max(at, video.beginsAt) >= slideMinMs
  })
  const slideChapters = kept
    // After a slide that was only passed through, the previous chapter continues.
    .filter(({ deck, page }, index) => kept[index - 1]?.deck !== deck || kept[index - 1]?.page !== page)
    .map(({ deck, page, at }) => ({ kind: 'slide' as const, title: shortened(`${deck} · ${page}`), at }))
  const questionChapters = questions.map(({ text, answeredAt }) => ({
    kind: 'question' as const,
    title: shortened(text),
    at: Math.max(video.beginsAt, answeredAt - answerLeadMs),
    answeredAt,
  }))
  return [...slideChapters, ...questionChapters.filter(({ answeredAt }) => answeredAt > video.beginsAt)]
    .filter(({ at }) => at < end)
    .map(({ kind, title, at }) => ({ kind, title, atMs: Math.max(0, at - video.beginsAt) }))
    .sort((one, other) => one.atMs - other.atMs)
    .slice(0, chaptersMax)
}

interface Video {
  readonly companyId: string
  readonly roomId: string
  readonly beginsAt: number
  readonly durationMs: number
}

/** Stores the chapters of a new video, in place of those of an earlier one; the host's own chapters stay. */
export async function addChapters(db: RoomsDb, { companyId, roomId, beginsAt, durationMs }: Video): Promise<void> {
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
