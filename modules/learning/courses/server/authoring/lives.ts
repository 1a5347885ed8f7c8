/** Lives by their ids, under the path that courses have for them (COURSE-099). */
import type { Caller } from '#kit/caller.ts'
import { livesByIds } from '#modules/live/live/server.ts'
import type { Context } from '#server/module.ts'
import type { LiveCard } from '../../contract/guided.ts'
import type { CoursesDb } from '../db.ts'

export async function liveCards(
  db: CoursesDb,
  caller: Caller,
  ids: readonly string[],
  context: Context,
): Promise<{ items: LiveCard[]; recordCount: number }> {
  const { items, recordCount } = await livesByIds(db, caller, ids, context)
  const cards = items.map((live) => {
    const { id, subject, liveType, status, displayStatus, startTime, estimateDuration, coverPath } = live
    const { subNumber, attendNumber } = live
    return {
      ...{ id, subject, liveType, status, displayStatus, startTime, estimateDuration, coverPath },
      ...{ subNumber, attendNumber },
    }
  })
  return { items: cards, recordCount }
}
