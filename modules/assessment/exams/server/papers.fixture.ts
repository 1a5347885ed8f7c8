/** Papers that lie in memory, with questions of the bank: a source of papers for tests. */
import { v7 as uuid } from 'uuid'
import { contract } from '#kit/contract.ts'
import type { QuestionContent } from '#modules/assessment/questions/contract.ts'
import {
  buildDirectory,
  buildQuestions,
  currentVersionsOf,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ServerModule, serverModule } from '#server/module.ts'
import { type DrawnSection, paperSource } from './paper-source.ts'

interface KeptPaper {
  readonly companyId: string
  readonly sections: readonly DrawnSection[]
}

const papers = new Map<string, KeptPaper>()

const questionsIn = ({ sections }: KeptPaper) => sections.flatMap((section) => section.questions)

/** Belongs among the modules of a test's platform. */
export const papersInMemory: ServerModule = serverModule({
  name: 'papers-in-memory',
  contract: contract({}),
  routes: {},
  extensions: [
    paperSource({
      async find(_db, companyId, paperId) {
        const paper = papers.get(paperId)
        if (paper?.companyId !== companyId) return undefined
        const questions = questionsIn(paper)
        const totalTenths = questions.reduce((sum, question) => sum + question.scoreTenths, 0)
        return { totalTenths, questionCount: questions.length }
      },
      draw: async (_db, { paperId }) => papers.get(paperId)?.sections ?? [],
    }),
  ],
})

/** A paper of one section with these questions, in this order. */
export async function buildPaper(
  connection: Connection,
  author: { readonly id: string; readonly companyId: string },
  questions: readonly { readonly content: QuestionContent; readonly scoreTenths: number }[],
): Promise<string> {
  const { companyId } = author
  const directoryId = await buildDirectory(connection, { author })
  const ids = await buildQuestions(connection, { author, directoryId }, questions)
  const versions = ids.length === 0 ? new Map<string, string>() : await currentVersionsOf(connection, ids)
  const id = uuid()
  const drawn = ids.map((question, at) => ({
    versionId: versions.get(question) ?? '',
    scoreTenths: questions[at]?.scoreTenths ?? 0,
  }))
  papers.set(id, { companyId, sections: [{ title: '第一大题', instructions: '', questions: drawn }] })
  return id
}
