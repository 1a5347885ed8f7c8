import type { QuestionContent } from '../../contract/question.ts'

/** A question on its way between the bank and a file: knowledge points by their names. */
export interface ExchangeQuestion {
  readonly content: QuestionContent
  readonly scoreTenths: number
  readonly difficulty: number
  readonly source: string
  readonly topics: readonly string[]
}
