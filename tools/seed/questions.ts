/** The question bank of the demonstration company, written by its administrator. */
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import type { DirectoryPlan } from './question-kinds.ts'
import { bankPlan } from './question-plans.ts'

const dayMs = 86_400_000
const author = { id: memberIdOf('guanli'), companyId: demoCompanyId }

async function seedDirectory(connection: Connection, plan: DirectoryPlan, now: number, parentId?: string) {
  const { name, code, questions = [], below = [] } = plan
  const directoryId = await buildDirectory(connection, { author, name, code, now, ...(parentId && { parentId }) })
  const inputs = questions.map(({ topics, ...question }) => {
    return { ...question, topicIds: topics.map((topic) => idOf(`topic ${topic}`)) }
  })
  if (inputs.length > 0) await buildQuestions(connection, { author, directoryId, now }, inputs)
  for (const child of below) await seedDirectory(connection, child, now, directoryId)
}

export async function seedQuestions(connection: Connection, now: number): Promise<void> {
  for (const plan of bankPlan) await seedDirectory(connection, plan, now - 20 * dayMs)
}
