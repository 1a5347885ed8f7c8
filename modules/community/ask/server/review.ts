/** Questions and answers with sensitive words that a moderator looks at; readers see them meanwhile. */
import type { Caller } from '#kit/caller.ts'
import { openReview } from '#modules/content/moderation/server.ts'
import type { AskDb } from './db.ts'

interface Written {
  readonly businessType: number
  readonly businessId: string
  readonly reviewWords: readonly string[]
}

/** The text is stored before, because the case keeps its beginning. Its moderators are those of the whole company. */
export async function queueReview(
  db: AskDb,
  { companyId, memberId: authorId }: Caller,
  { reviewWords: hits, ...ref }: Written,
  now: number,
): Promise<void> {
  if (hits.length === 0) return
  await openReview(db, { ...ref, companyId, organizationId: companyId, authorId, cause: 'words', hits }, now)
}
