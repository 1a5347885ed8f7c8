/** What the audit log keeps of the bank: as an administrator would say it, and no key. */
import { audited } from '#server/audited.ts'
import type { QuestionsDb } from './db.ts'
import { bankDirectories } from './directories.ts'
import { questionFacts } from './many.ts'

export const auditedBank = audited<QuestionsDb, 'question' | 'question-directory'>({
  question: questionFacts,
  'question-directory': (db, companyId, ids) => bankDirectories.factsOf(db, companyId, ids),
})
