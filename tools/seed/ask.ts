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
  /** The share account in whose name the member answers. */
  readonly expert?: string
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
        ...{ by: 'jiangshi', expert: 'expert', isAccepted: true, card: ['一封好邮件的三段式', 200] },
        text: '先写结论，再写两三条理由，最后写希望对方做什么、什么时候做。超过一屏就改成附件。',
      },
      { by: 'success', text: '我会先把主题写成一句完整的话，对方看标题就知道要不要马上回。' },
    ],
  },
  {
    ...{ key: 'extinguisher', by: 'supply', daysAgo: 9, topics: ['消防', '安全生产'] },
    title: '灭火器指针在绿区就一定能用吗？',
    text: '仓库里的都在绿区，但有几只是五年前买的。',
    answers: [
      {
        ...{ by: 'mengchanghe', expert: 'expert-fire', isAccepted: true, card: ['灭火器还能不能用，看三处', 330] },
        text: '不一定，指针只说明压力够。还要看出厂日期：干粉的满五年送修，之后每两年一次，满十年报废。瓶身锈了、喷管裂了，不管指针在哪都换掉。',
      },
    ],
  },
  {
    ...{ key: 'priority', by: 'buyer', daysAgo: 8, topics: ['项目管理', '时间管理'] },
    title: '三个项目同时要人，怎么排先后？',
    text: '三位负责人都说自己的最急，我不好拒绝。',
    answers: [
      {
        ...{ by: 'product', expert: 'expert-project' },
        text: '先问“晚一周会怎样”，把三个答案写在一张表里，请三位负责人一起看。能商量的是日期，不能接受的是“都优先”。',
      },
      { by: 'yanfa', text: '补一句：定下来以后发一封邮件，写明谁让了谁，下次才好还人情。' },
    ],
  },
  {
    ...{ key: 'invoice', by: 'support', daysAgo: 6, topics: ['廉洁从业'], title: '客户送的小礼品要登记吗？' },
    text: '价值大概五十元，是展会上的纪念品。',
    answers: [{ by: 'guzhiyuan', text: '要登记，表单在“制度与流程”里，当天登记即可。' }],
  },
  {
    ...{ key: 'angry', by: 'support', daysAgo: 5, topics: ['客户服务', '沟通表达'] },
    title: '客户在电话里一直骂人，可以先挂吗？',
    text: '已经道歉三次，对方还是不停。',
    answers: [
      {
        ...{ by: 'success', expert: 'expert-service', isAccepted: true },
        text: '可以，但先说明白再挂：“我很想帮您解决，现在这样说不清楚，我半小时后给您回电话。”然后准时打回去，多数人那时已经平静了。',
      },
    ],
  },
  {
    ...{ key: 'english', by: 'east', daysAgo: 4, topics: ['商务英语', '写作'], answers: [] },
    title: '第一次给海外客户写邮件，开头怎么称呼？',
    text: '只知道对方的姓，不知道是先生还是女士。',
  },
  {
    ...{ key: 'sheets', by: 'xueyuan', daysAgo: 2, topics: ['数据分析', '编程'] },
    title: '几百个表格要合成一个，用什么最省事？',
    text: '表头一样，每个门店一个文件，每周一次。',
    answers: [
      {
        by: 'hanqinghe',
        text: '放进同一个文件夹，用十行 Python 读出来再合并；只用 Excel 也行：“数据 → 获取数据 → 从文件夹”，下周刷新一下就好。',
      },
    ],
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
  ['extinguisher', ['guanli', 'buyer', 'guzhiyuan', 'xueyuan']],
  ['priority', ['jiangshi', 'support', 'xueyuan', 'east', 'guanli', 'hanqinghe']],
  ['angry', ['success', 'jiangshi']],
  ['sheets', ['guzhiyuan', 'product']],
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
    const expertId = answer.expert === undefined ? null : idOf(`share account ${answer.expert}`)
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
