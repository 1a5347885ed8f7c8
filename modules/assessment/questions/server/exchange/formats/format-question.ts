/** A question of a foreign format on its way into the rows of an import. */
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ImportLoss } from '../../../contract/exchange.ts'
import { QUESTION_UNREADABLE } from '../../../contract/exchange-codes.ts'
import { Difficulty, QuestionContent, ScoreTenths } from '../../../contract/question.ts'
import type { ExchangeQuestion } from '../exchange-question.ts'
import type { CellProblem } from '../read-sheet.ts'

export interface FormatQuestion {
  /** Missing where it cannot be read as a question. */
  readonly question?: ExchangeQuestion
  /** What stands in the file, for whoever corrects it. */
  readonly excerpt: string
  readonly problems: readonly CellProblem[]
  /** What the file says of it and the bank does not keep. */
  readonly losses: readonly ImportLoss[]
  /** So many of the questions that follow are its parts. */
  readonly partCount?: number
}

/** A file of a package, to be stored before the questions are. Their texts name it by its place: `media:0`. */
export interface PackedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface FormatFile {
  readonly questions: readonly FormatQuestion[]
  readonly files: readonly PackedFile[]
}

export const mediaSource = (at: number) => `media:${at}`

const excerptMax = 2000

export function unreadable(excerpt: string, error = QUESTION_UNREADABLE): FormatQuestion {
  return {
    excerpt: excerpt.trim().slice(0, excerptMax),
    problems: [{ column: 'kind', code: error.code }],
    losses: [],
  }
}

const shape = Compile(
  Type.Object(
    {
      content: QuestionContent,
      scoreTenths: ScoreTenths,
      difficulty: Difficulty,
      source: Type.String({ maxLength: 200 }),
      topics: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
    },
    { additionalProperties: false },
  ),
)

/** Whether it has the shape of a question, whatever a hostile file says. */
export const isQuestion = (question: unknown): question is ExchangeQuestion => shape.Check(question)

export const questionDefaults = { scoreTenths: 20, difficulty: 3, source: '', topics: [] } as const

/** Points as a number of the file says them, in tenths; undefined where it is no score. */
export function tenthsOf(points: string): number | undefined {
  const tenths = Number(points) * 10
  const isScore = points.trim() !== '' && Number.isFinite(tenths) && tenths >= 0 && tenths <= 1000
  return isScore ? Math.round(tenths) : undefined
}
