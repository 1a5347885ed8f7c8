/** What an author may put into stages: whatever a module lets study, but for subjects and learning paths. */
import type { Caller, Language } from '#kit/caller.ts'
import { studyKind } from '#modules/content/study/server.ts'
import { notInSubjects } from '../contract/wire.ts'
import type { SubjectsDb } from './db.ts'
import { coverAddress } from './list-items.ts'

const choicesMax = 30

export async function listChoices(
  db: SubjectsDb,
  caller: Caller,
  query: { readonly businessType?: number; readonly search?: string },
  language: Language,
) {
  const kinds = studyKind
    .all()
    .filter((kind) => !notInSubjects.includes(kind.businessType))
    .toSorted((a, b) => a.businessType - b.businessType)
  const asked = kinds.filter(
    ({ businessType }) => query.businessType === undefined || businessType === query.businessType,
  )
  const items = []
  for (const kind of asked) {
    const found = await kind.search(db, caller, query.search ?? '', choicesMax)
    items.push(
      ...found.map(({ id, name, coverFileId }) => ({
        businessType: kind.businessType,
        businessId: id,
        businessName: name,
        kindName: kind.label[language],
        coverUrl: coverAddress(coverFileId),
      })),
    )
  }
  return { kinds: kinds.map(({ businessType, label }) => ({ businessType, name: label[language] })), items }
}
