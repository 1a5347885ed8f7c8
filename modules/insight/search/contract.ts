/** Search: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { managingContract } from './contract/managing.ts'
import { searchingContract } from './contract/searching.ts'

export { type SearchFilter, searchFilters } from './contract/filters.ts'
export {
  type Quality,
  type SearchImport,
  searchWordLengthMax,
  synonymsPerGroupMax,
} from './contract/managing.ts'
export {
  type HitPassage,
  hitsCountedMax,
  type Mark,
  queryLengthMax,
  type SearchAnswer,
  type SearchHit,
} from './contract/searching.ts'

export const search = contract({ ...searchingContract, ...managingContract })
