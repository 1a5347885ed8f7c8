/** Builder for tests: figures of members and items, as their modules note them. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { type FigureNote, noteFigures } from '#server/db/figure-notes.ts'

/** One figure; of a member, unless a kind is given. */
export async function buildFigure(
  db: Connection,
  note: Pick<FigureNote, 'companyId' | 'ranking' | 'subjectId' | 'at'> & Partial<FigureNote>,
): Promise<string> {
  const { businessType = 0, subjectId } = note
  const key = note.key ?? uuid()
  const memberId = businessType === 0 ? subjectId : null
  await noteFigures(db, [{ businessType, memberId, source: 'finish', amount: 1, label: '安全生产', ...note, key }])
  return key
}
