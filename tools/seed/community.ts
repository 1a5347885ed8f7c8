/** Share accounts and knowledge circles of the demo company. */
import { nameKey } from '#modules/community/community/server/names.ts'
import { chanceOf, idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { courseIdOf, fileIdOf } from './courses.ts'
import type { Row } from './rows.ts'

const dayMs = 86_400_000
const company_id = demoCompanyId
/** The kind of item that a share account is (modules/community/community). */
const accountBusinessType = 101

const accounts = [
  {
    key: 'security',
    name: '信息安全先锋队',
    description: '把安全讲得有意思：每周一个真实案例，每月一次桌面演练。欢迎用邀请码加入。',
    picture: 'covers/security.jpg',
    topics: ['信息安全', '廉洁从业'],
    members: ['jiangshi', 'guzhiyuan', 'xueyuan', 'hanqinghe', 'support'],
    code: 'SAFE2026',
  },
  {
    key: 'data',
    name: '数据分析同好会',
    description: '从一张表开始，用数据回答工作里的问题。',
    picture: 'covers/data.jpg',
    topics: ['数据分析', '编程'],
    members: ['hanqinghe', 'xueyuan', 'product', 'east'],
    code: 'DATAFUN8',
  },
] as const

const experts = [
  {
    key: 'expert',
    name: '陆明谦的写作课',
    description: '十年内训经验，专讲把话说清楚、把邮件写明白。',
    picture: 'covers/communication.jpg',
    topics: ['沟通表达', '写作'],
    owner: 'jiangshi',
  },
  {
    key: 'expert-fire',
    name: '孟师傅说消防',
    description: '车间走了二十年，隐患见得多。灭火器、疏散、动火作业，有问必答。',
    picture: 'covers/fire.jpg',
    topics: ['消防', '安全生产'],
    owner: 'mengchanghe',
  },
  {
    key: 'expert-service',
    name: '晚晴聊客户',
    description: '从投诉里学服务：怎么听、怎么答、怎么回访。',
    picture: 'covers/service.jpg',
    topics: ['客户服务', '沟通表达'],
    owner: 'success',
  },
  {
    key: 'expert-project',
    name: '知行项目笔记',
    description: '把大事拆成小事，把小事按时做完。',
    picture: 'covers/project.jpg',
    topics: ['项目管理', '时间管理'],
    owner: 'product',
  },
] as const

/** Who follows which account, the earliest first. */
const followers: Readonly<Record<string, readonly string[]>> = {
  security: ['guanli', 'product', 'sales', 'east', 'south', 'buyer', 'shenruoxi'],
  data: ['guanli', 'jiangshi', 'support', 'guzhiyuan'],
  expert: ['guanli', 'xueyuan', 'hanqinghe', 'support', 'east', 'south', 'sales', 'buyer', 'qinsiqi', 'wenyanchu'],
  'expert-fire': ['guanli', 'xueyuan', 'guzhiyuan', 'supply', 'buyer'],
  'expert-service': ['east', 'south', 'sales', 'support'],
  'expert-project': ['hanqinghe', 'yanfa', 'xueyuan', 'jiangshi'],
}

const circles = [
  {
    key: 'newcomers',
    cover: 'covers/onboarding.jpg',
    name: '新人营',
    description: '入职第一年，问题在这里问。',
    administrators: ['guanli', 'jiangshi'],
    members: ['xueyuan', 'support', 'east', 'south', 'product', 'buyer', 'success'],
    courses: ['onboarding', 'communication'],
  },
  {
    key: 'python',
    cover: 'covers/python.jpg',
    name: 'Python 自习室',
    description: '每周三晚一起写一小时代码。',
    administrators: ['hanqinghe', 'jiangshi'],
    members: ['xueyuan', 'guzhiyuan', 'product', 'yanfa'],
    courses: ['python', 'data', 'project'],
  },
  {
    key: 'service',
    cover: 'covers/service.jpg',
    name: '客户声音',
    description: '把一线听到的问题带回来，一起找更好的回答。',
    administrators: ['success'],
    members: ['east', 'south', 'sales', 'jiangshi', 'support'],
    courses: ['service'],
    joinMode: 1,
  },
  {
    key: 'safety',
    cover: 'covers/fire.jpg',
    name: '安全月',
    description: '从一封邮件到一只灭火器：安全的事，互相提醒。',
    administrators: ['guzhiyuan', 'mengchanghe'],
    members: ['guanli', 'supply', 'buyer', 'hanqinghe', 'shenruoxi', 'wenyanchu'],
    courses: ['security', 'fire', 'compliance'],
  },
] as const

/** The teams, with their members; the first is the total administrator. */
export const demoTeams = accounts.map(({ key, members }) => ({
  id: idOf(`share account ${key}`),
  memberIds: members.map(memberIdOf),
}))

function topicRows(key: string, topics: readonly string[]): Row[] {
  return topics.map((name, index) => ({
    company_id,
    business_type: accountBusinessType,
    business_id: idOf(`share account ${key}`),
    topic_id: idOf(`topic ${name}`),
    sort: index + 1,
  }))
}

/** The day of the company, counted from 1970-01-01, so many days before `now`. */
const dayOf = (now: number, daysBefore: number) => Math.floor((now + 8 * 3_600_000) / dayMs) - daysBefore

/** Follows, their numbers in all and by day, and visits by day, of the last weeks. */
function followTables(now: number): [table: string, rows: Row[]][] {
  const followed = Object.entries(followers).map(([key, members]) => ({
    ...{ key, business_id: idOf(`share account ${key}`), members },
  }))
  const ref = (business_id: string) => ({ company_id, business_type: accountBusinessType, business_id })
  const daysBefore = (at: number) => 2 + at * 3
  return [
    [
      'following.follow',
      followed.flatMap(({ key, business_id, members }) =>
        members.map((member, at) => ({
          ...{ id: idOf(`follow ${key} ${member}`), member_id: memberIdOf(member) },
          ...ref(business_id),
          created_at: now - daysBefore(members.length - 1 - at) * dayMs,
        })),
      ),
    ],
    [
      'following.followed',
      followed.map(({ business_id, members }) => ({ ...ref(business_id), follower_count: members.length })),
    ],
    [
      'following.followed_day',
      followed.flatMap(({ business_id, members }) =>
        members.map((_, at) => ({ ...ref(business_id), day: dayOf(now, daysBefore(at)), won: 1, lost: 0 })),
      ),
    ],
    [
      'community.account_day',
      followed.flatMap(({ key, business_id, members }) => {
        const chance = chanceOf(`visits ${key}`)
        return Array.from({ length: 60 }, (_, before) => ({
          ...{ account_id: business_id, company_id, day: dayOf(now, before) },
          visit_count: chance.whole(0, members.length),
        })).filter((row) => row.visit_count > 0)
      }),
    ],
  ]
}

/** After the topics: the accounts name some of theirs. */
export function communityTables(now: number): [table: string, rows: Row[]][] {
  const account = (one: { key: string; name: string; description: string; picture: string }, enjoy_type: number) => ({
    ...{ id: idOf(`share account ${one.key}`), company_id, organization_id: company_id, enjoy_type },
    ...{ name: one.name, name_key: nameKey(one.name), description: one.description },
    avatar_file_id: fileIdOf(one.picture),
    created_at: now - 90 * dayMs,
    updated_at: now - 30 * dayMs,
  })
  const invitation = (code: string | null) => ({
    invitation_code: code,
    invitation_code_at: code === null ? null : now - 30 * dayMs,
  })
  const teams = accounts.map((one, index) => ({
    ...account(one, 1),
    ...invitation(one.code),
    visit_count: 186 - index * 73,
  }))
  const personal = experts.map((one, index) => ({
    ...account(one, 0),
    ...invitation(null),
    visit_count: 342 - index * 61,
  }))
  const joined = (accountKey: string, memberKey: string, index: number) => ({
    ...{ account_id: idOf(`share account ${accountKey}`), member_id: memberIdOf(memberKey), company_id },
    member_type: Math.min(index, 2),
    joined_at: now - (80 - index) * dayMs,
  })
  const members = [
    ...accounts.flatMap(({ key, members: keys }) => keys.map((member, index) => joined(key, member, index))),
    ...experts.map(({ key, owner }) => joined(key, owner, 0)),
  ]
  const ofCircle = (circleKey: string, memberKey: string, is_administrator: boolean) => ({
    ...{ circle_id: idOf(`circle ${circleKey}`), member_id: memberIdOf(memberKey), company_id },
    is_administrator,
    joined_at: now - 60 * dayMs,
  })
  return [
    ['topics.item_topic', [...accounts, ...experts].flatMap(({ key, topics }) => topicRows(key, topics))],
    ['community.account', [...teams, ...personal]],
    ['community.account_member', members],
    [
      'community.personal_account',
      experts.map(({ key, owner }) => ({
        ...{ member_id: memberIdOf(owner), company_id, account_id: idOf(`share account ${key}`) },
      })),
    ],
    ...followTables(now),
    [
      'community.circle',
      circles.map(({ key, name, description, cover, ...circle }) => ({
        ...{ id: idOf(`circle ${key}`), company_id, name, name_key: nameKey(name), description },
        cover_file_id: fileIdOf(cover),
        join_mode: 'joinMode' in circle ? circle.joinMode : 0,
        created_at: now - 70 * dayMs,
      })),
    ],
    [
      'community.circle_member',
      circles.flatMap(({ key, administrators, members: others }) => [
        ...administrators.map((member) => ofCircle(key, member, true)),
        ...others.map((member) => ofCircle(key, member, false)),
      ]),
    ],
    [
      'community.circle_share',
      circles.flatMap(({ key, administrators, courses }) =>
        courses.map((course, index) => ({
          ...{ id: idOf(`circle share ${key} ${course}`), circle_id: idOf(`circle ${key}`), company_id },
          ...{ item_type: 1, item_id: courseIdOf(course), shared_by: memberIdOf(administrators[0]) },
          highlighted_at: index === 1 ? now - 10 * dayMs : null,
          hot_score: (now - (20 - index) * dayMs) / 45_000_000,
          created_at: now - (20 - index) * dayMs,
        })),
      ),
    ],
    [
      'community.circle_announcement',
      [
        {
          ...{ id: idOf('circle announcement newcomers'), circle_id: idOf('circle newcomers'), company_id },
          title: '周五下午新人见面会',
          content: '周五 15:00 在三楼共享区，带上一个想问的问题。\n不能到场的同事可以先在圈里留言。',
          ...{ published_by: memberIdOf('guanli'), pinned_at: now - 2 * dayMs },
          ...{ created_at: now - 3 * dayMs, updated_at: now - 3 * dayMs },
        },
      ],
    ],
    [
      'community.circle_request',
      [
        {
          ...{ id: idOf('circle request service'), circle_id: idOf('circle service'), company_id },
          ...{ member_id: memberIdOf('xueyuan'), message: '刚开始做客户支持，想听听一线的声音' },
          created_at: now - dayMs,
        },
      ],
    ],
  ]
}
