/** Where the questions of an attempt come from. Whoever keeps papers registers here; exams know a paper by its id alone. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

export interface DrawnQuestion {
  /** The version that the attempt is answered on, whatever becomes of the question. */
  readonly versionId: string
  readonly scoreTenths: number
  readonly optionOrder?: readonly number[]
}

export interface DrawnSection {
  readonly title: string
  readonly instructions: string
  readonly questions: readonly DrawnQuestion[]
}

export interface PaperSource {
  /** Undefined: the company has no such paper, or it is not ready. */
  find(
    db: Connection,
    companyId: string,
    paperId: string,
  ): Promise<{ readonly totalTenths: number; readonly questionCount: number } | undefined>
  /** The same questions in the same order for the same seed. */
  draw(
    db: Connection,
    request: {
      readonly companyId: string
      readonly paperId: string
      readonly seed: string
      readonly memberId: string
      readonly now: number
    },
  ): Promise<readonly DrawnSection[]>
}

/** @public Registered by the module that keeps papers. */
export const paperSource = extensionPoint<PaperSource>('exams.paper-source')

export async function findPaper(db: Connection, companyId: string, paperId: string | null) {
  if (paperId === null) return undefined
  for (const source of paperSource.all()) {
    const found = await source.find(db, companyId, paperId)
    if (found) return found
  }
  return undefined
}

export async function drawPaper(db: Connection, request: Parameters<PaperSource['draw']>[1]) {
  for (const source of paperSource.all())
    if (await source.find(db, request.companyId, request.paperId)) return source.draw(db, request)
  return undefined
}
