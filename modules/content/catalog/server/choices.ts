/** Content to choose from, of every kind: the list of the content picker. */
import type { Caller, Language } from '#kit/caller.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { ContentChoices } from '../contract.ts'
import { type ContentCandidate, contentKinds, type RegisteredKind } from './kinds.ts'

const choicesMax = 50

export interface ChoicesQuery {
  readonly kinds?: readonly number[]
  readonly without?: readonly number[]
  readonly facet?: string
  readonly businessType?: number
  readonly categoryId?: string
  readonly search?: string
}

interface Found {
  readonly kind: RegisteredKind
  readonly candidates: readonly ContentCandidate[]
}

function kindsOf({ kinds, without, facet }: ChoicesQuery): RegisteredKind[] {
  return contentKinds
    .all()
    .filter(({ businessType }) => kinds === undefined || kinds.includes(businessType))
    .filter(({ businessType }) => !without?.includes(businessType))
    .filter(({ facets }) => facet === undefined || facets.includes(facet))
    .toSorted((a, b) => a.businessType - b.businessType)
}

/** The candidates of all kinds by turns, so that no kind hides another. */
function byTurns(found: readonly Found[]) {
  const rows = found.map(({ kind, candidates }) => candidates.map((candidate) => ({ kind, candidate })))
  return Array.from({ length: choicesMax + 1 }, (_, turn) => rows.flatMap((row) => row[turn] ?? [])).flat()
}

export async function listChoices(
  db: Connection,
  caller: Caller,
  query: ChoicesQuery,
  language: Language,
): Promise<ContentChoices> {
  const { businessType, categoryId, search = '' } = query
  const found: Found[] = []
  for (const kind of kindsOf(query)) {
    const isChosen = kind.businessType === businessType
    const candidates = await kind.search(db, caller, search, choicesMax + 1, isChosen ? categoryId : undefined)
    const isOffered = !kind.isLegacy || candidates.length > 0 || isChosen || query.kinds !== undefined
    if (isOffered) found.push({ kind, candidates })
  }
  const chosen = found.filter(({ kind }) => businessType === undefined || kind.businessType === businessType)
  const listed = byTurns(chosen)
  const shown = listed.slice(0, choicesMax)
  const authorIds = shown.flatMap(({ candidate }) => candidate.authorId ?? [])
  const authors = await membersByIds(db, caller.companyId, authorIds)
  const tree = businessType === undefined ? undefined : chosen[0]?.kind.categories
  return {
    kinds: found.map(({ kind, candidates }) => ({
      businessType: kind.businessType,
      label: kind.label[language],
      count: Math.min(candidates.length, choicesMax),
      hasMore: candidates.length > choicesMax,
    })),
    categories: tree ? [...(await tree(db, caller.companyId))] : [],
    items: shown.map(({ kind, candidate }) => ({
      businessType: kind.businessType,
      businessId: candidate.id,
      name: candidate.name,
      kind: kind.label[language],
      coverPath: candidate.coverFileId === null ? null : `files/${candidate.coverFileId}`,
      author: authors.get(candidate.authorId ?? '')?.fullName ?? null,
      category: candidate.category ?? null,
      status: candidate.status?.[language] ?? null,
      at: candidate.at ?? null,
    })),
    hasMore: listed.length > choicesMax,
  }
}
