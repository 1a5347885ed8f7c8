/** Papers for exams: an exam takes a ready paper, and each attempt gets a draw of its own. */
import { paperSource } from '#modules/assessment/exams/server.ts'
import { papersTables } from './db.ts'
import { hashOf } from './draw/chance.ts'
import { drawPaper } from './drawing.ts'

export const papersForExams = paperSource({
  async find(connection, companyId, paperId) {
    const paper = await papersTables(connection)
      .selectFrom('papers.paper')
      .select(['total_tenths as totalTenths', 'question_count as questionCount'])
      .where('id', '=', paperId)
      .where('company_id', '=', companyId)
      .where('status', '=', 'ready')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return paper
  },
  async draw(connection, { seed, ...request }) {
    const { sections } = await drawPaper(connection, { ...request, seed: hashOf(seed, 0) })
    return sections.map(({ title, instructions, questions }) => ({
      ...{ title, instructions },
      questions: questions.map(({ versionId, scoreTenths, content, optionOrders }) => {
        const [order = []] = content.kind === 'group' ? [] : optionOrders
        return { versionId, scoreTenths, ...(order.length > 0 && { optionOrder: order }) }
      }),
    }))
  },
})
