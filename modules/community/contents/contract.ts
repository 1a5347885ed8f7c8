/** Contents: articles, videos and files that accounts publish. The entries stand in contract/, by what is done. */
import { contract } from '#kit/contract.ts'
import { managingCalls } from './contract/managing.ts'
import { readingCalls } from './contract/reading.ts'
import { writingCalls } from './contract/writing.ts'

export { CONTENT_CHANGED, DRAFT_CHANGED, TITLE_TAKEN } from './contract/codes.ts'
export { emptyFields } from './contract/empty-fields.ts'
export {
  type Chapter,
  ContentCard,
  type ContentDetails,
  type ContentType,
  contentBusinessType,
  type Draft,
  type DraftFields,
  type DraftRow,
  type EditedContent,
  type ManagedContent,
  TEXT_MAX,
  TITLE_MAX,
} from './contract/shapes.ts'

export const contents = contract({ ...readingCalls, ...writingCalls, ...managingCalls })
