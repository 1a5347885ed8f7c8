/** Whoever finishes something for the first time counts for it, and it counts for them. A retake counts for nobody. */
import { studyFinished } from '#modules/content/study/server.ts'
import { noteFigures } from '#server/db/figure-notes.ts'

export const rankFinished = studyFinished({
  async finished(db, { companyId, memberId, businessType, businessId, name, finishedAt, roundId }) {
    if (roundId !== undefined) return
    const common = { companyId, memberId, source: 'finish', amount: 1, at: finishedAt, label: name }
    const key = `${businessType}:${businessId}:${memberId}`
    await noteFigures(db, [
      { ...common, key, ranking: 'study', businessType: 0, subjectId: memberId },
      { ...common, key, ranking: 'finish-count', businessType, subjectId: businessId },
    ])
  },
})
