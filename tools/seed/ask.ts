/** The ask bar of the demonstration company: answered, waiting, anonymous questions, one with a bounty, and knowledge cards. */
import { sql } from 'kysely'
import { buildAnswer, buildCard, buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { reserveBounty } from '#modules/community/ask/server/bounties.ts'
import { askTables } from '#modules/community/ask/server/db.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000
const companyId = demoCompanyId

interface DemoAnswer {
  readonly by: string
  readonly text: string
  readonly isExpert?: true
  readonly isAccepted?: true
  /** The title of the knowledge card that was made of it, and in how many days it is to be reviewed. */
  readonly card?: readonly [title: string, days: number]
}

interface DemoQuestion {
  readonly key: string
  readonly by: string
  readonly daysAgo: number
  readonly title: string
  readonly text: string
  readonly topics: readonly string[]
  readonly isAnonymous?: true
  readonly bounty?: bigint
  readonly answers: readonly DemoAnswer[]
}

const questions: readonly DemoQuestion[] = [
  {
    ...{ key: 'mail', by: 'xueyuan', daysAgo: 12, topics: ['写作', '沟通表达'] },
    title: '给客户的邮件怎么写才不啰嗦？',
    text: '每次写完都有一整屏，对方却只回一句“收到”。',
    answers: [
      {
        ...{ by: 'jiangshi', isExpert: true, isAccepted: true, card: ['一封好邮件的三段式', 200] },
        text: '先写结论，再写两三条理由，最后写希望对方做什么、什么时候做。超过一屏就改成附件。',
      },
      { by: 'success', text: '我会先把主题写成一句完整的话，对方看标题就知道要不要马上回。' },
    ],
  },
  {
    ...{ key: 'invoice', by: 'support', daysAgo: 6, topics: ['廉洁从业'], title: '客户送的小礼品要登记吗？' },
    text: '价值大概五十元，是展会上的纪念品。',
    answers: [{ by: 'guzhiyuan', text: '要登记，表单在“制度与流程”里，当天登记即可。' }],
  },
  {
    ...{ key: 'chart', by: 'product', daysAgo: 3, topics: ['数据分析'], bounty: 2000n, answers: [] },
    title: '怎么用一张图说明三个季度的留存变化？',
    text: '试过折线图，渠道一多就看不清。',
  },
  {
    ...{ key: 'quiet', by: 'east', daysAgo: 1, topics: ['沟通表达'], isAnonymous: true, answers: [] },
    title: '开会不敢发言怎么办？',
    text: '准备好了内容，轮到自己又咽回去了。',
  },
]

const votes: readonly (readonly [question: string, members: readonly string[]])[] = [
  ['mail', ['guanli', 'support', 'product']],
  ['quiet', ['xueyuan', 'product', 'success', 'guanli']],
]

const paragraph = (text: string) => `<p>${text}</p>`

/** After the share accounts, the topics and the coins. */
export async function seedAsk(db: Connection, now: number): Promise<void> {
  for (const question of questions) await seedQuestion(db, question, now)
  const tables = askTables(db)
  for (const [key, members] of votes) {
    const id = idOf(`ask ${key}`)
    await tables
      .insertInto('ask.vote')
      .values(
        members.map((member) => ({
          ...{
            subject_id: id,
            member_id: memberIdOf(member),
            company_id: companyId,
            value: 1,
            created_at: now - dayMs,
          },
        })),
      )
      .execute()
    await sql`update ask.question set up_count = ${members.length} where id = ${id}`.execute(tables)
  }
}

async function seedQuestion(db: Connection, question: DemoQuestion, now: number): Promise<void> {
  const { key, by, daysAgo, title, isAnonymous = false, bounty, answers } = question
  const [id, authorId, at] = [idOf(`ask ${key}`), memberIdOf(by), now - daysAgo * dayMs]
  const topicIds = question.topics.map((name) => idOf(`topic ${name}`))
  const content = paragraph(question.text)
  await buildQuestion(db, { id, companyId, authorId, now: at, title, content, isAnonymous, topicIds })
  if (bounty !== undefined) {
    const caller = { memberId: authorId, companyId }
    await reserveBounty(askTables(db), { id, title, isAnonymous, amount: bounty }, { caller, now })
  }
  for (const [index, answer] of answers.entries()) {
    const [ownerId, answeredAt] = [memberIdOf(answer.by), at + (index + 1) * 3_600_000]
    const input = { companyId, questionId: id, authorId: ownerId, now: answeredAt, content: paragraph(answer.text) }
    const expertId = answer.isExpert ? idOf('share account expert') : null
    const answerId = await buildAnswer(db, { ...input, expertId, accepted: answer.isAccepted === true })
    if (!answer.card) continue
    const [cardTitle, days] = answer.card
    await buildCard(db, {
      companyId,
      answerId,
      ownerId,
      title: cardTitle,
      now: answeredAt,
      reviewAt: now + days * dayMs,
    })
  }
}
