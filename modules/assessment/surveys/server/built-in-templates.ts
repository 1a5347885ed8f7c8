/** The templates of the product: the four levels of Kirkpatrick, and feedback for a lecturer. */
import { v4 as uuid } from 'uuid'
import type { Language } from '#kit/caller.ts'
import { type BuiltInTemplate, newContent, type SurveyInput } from '../contract/authoring.ts'
import type { SurveyContent, SurveyQuestion } from '../contract/content.ts'

type Words = readonly [cn: string, en: string]
interface Shown {
  readonly title: Words
  readonly isOptional?: true
  /** The place of an earlier question, from 0, and below or at which value this one is asked. */
  readonly onlyAfter?: { readonly place: number; readonly op: 'lt' | 'eq'; readonly value: number }
}
type Asked = Shown &
  (
    | { readonly kind: 'rating' | 'nps'; readonly ends: readonly [low: Words, high: Words] }
    | { readonly kind: 'percentage' | 'text' }
    | { readonly kind: 'single-choice' | 'multiple-choice'; readonly options: readonly Words[] }
    | { readonly kind: 'matrix'; readonly rows: readonly Words[] }
  )

interface Template {
  readonly name: Words
  readonly summary: Words
  /** What respondents read before they begin. */
  readonly introduction: Words
  readonly isAnonymous: boolean
  readonly asked: readonly Asked[]
}

const agreement: readonly Words[] = [
  ['非常不同意', 'Strongly disagree'],
  ['不同意', 'Disagree'],
  ['一般', 'Neither'],
  ['同意', 'Agree'],
  ['非常同意', 'Strongly agree'],
]
const satisfied = [
  ['非常不满意', 'Not at all'],
  ['非常满意', 'Very much'],
] as const
const likely = [
  ['完全不可能', 'Not at all likely'],
  ['极有可能', 'Extremely likely'],
] as const
const mastered = [
  ['完全不了解', 'Not at all'],
  ['非常熟练', 'Very well'],
] as const
const supported = [
  ['没有支持', 'Not at all'],
  ['大力支持', 'Very much'],
] as const
const worthwhile = [
  ['完全不值得', 'Not at all'],
  ['非常值得', 'Very much'],
] as const
const suggestions: Asked = {
  kind: 'text',
  title: ['您有哪些改进建议？', 'What should we improve?'],
  isOptional: true,
}

const templates: Readonly<Record<BuiltInTemplate, Template>> = {
  'kirkpatrick-reaction': {
    name: ['柯氏一级：培训满意度', 'Kirkpatrick level 1: reaction'],
    summary: ['培训结束时，了解学员对培训的感受', 'At the end of a training: how participants found it'],
    introduction: [
      '感谢您参加培训！请用两分钟告诉我们您的感受，帮助我们改进。',
      'Thank you for taking part! Two minutes of your time help us to improve.',
    ],
    isAnonymous: true,
    asked: [
      {
        kind: 'rating',
        title: ['您对本次培训的整体满意度如何？', 'How satisfied are you with the training overall?'],
        ends: satisfied,
      },
      {
        kind: 'matrix',
        title: ['您是否同意以下说法？', 'Do you agree with these statements?'],
        rows: [
          ['培训内容与我的工作相关', 'The content is relevant to my work'],
          ['讲授清楚、易于理解', 'The teaching was clear'],
          ['练习与互动充分', 'There was enough practice and exchange'],
          ['时间与场地安排合理', 'Time and place were well arranged'],
        ],
      },
      {
        kind: 'nps',
        title: ['您有多大可能向同事推荐本次培训？', 'How likely are you to recommend the training to a colleague?'],
        ends: likely,
      },
      {
        kind: 'text',
        title: ['是什么让您难以推荐？', 'What keeps you from recommending it?'],
        isOptional: true,
        onlyAfter: { place: 2, op: 'lt', value: 7 },
      },
      { kind: 'text', title: ['哪部分内容对您最有帮助？', 'Which part helped you most?'], isOptional: true },
      suggestions,
    ],
  },
  'kirkpatrick-learning': {
    name: ['柯氏二级：学习成果', 'Kirkpatrick level 2: learning'],
    summary: ['了解学员学到了什么', 'What participants have learned'],
    introduction: [
      '请如实评价您在培训前后的变化，结果只用于改进培训。',
      'Please compare yourself before and after the training. The results serve to improve it.',
    ],
    isAnonymous: false,
    asked: [
      {
        kind: 'rating',
        title: ['培训前，您对该主题掌握得如何？', 'How well did you know the subject before the training?'],
        ends: mastered,
      },
      {
        kind: 'rating',
        title: ['培训后，您对该主题掌握得如何？', 'How well do you know it now?'],
        ends: mastered,
      },
      {
        kind: 'matrix',
        title: ['您是否同意以下说法？', 'Do you agree with these statements?'],
        rows: [
          ['我掌握了所需的知识', 'I have gained the knowledge that I need'],
          ['我能够独立运用所学技能', 'I can use the skills by myself'],
          ['我有信心在工作中运用', 'I am confident to use them at work'],
        ],
      },
      { kind: 'text', title: ['您收获最大的一点是什么？', 'What is the most important thing you have learned?'] },
      {
        kind: 'text',
        title: ['还有哪些内容没有掌握？', 'What is still unclear to you?'],
        isOptional: true,
      },
    ],
  },
  'kirkpatrick-behavior': {
    name: ['柯氏三级：行为改变', 'Kirkpatrick level 3: behavior'],
    summary: ['培训 30 至 90 天后，了解所学是否用于工作', '30 to 90 days later: whether it is used at work'],
    introduction: [
      '培训已经过去一段时间，请告诉我们所学内容在工作中的运用情况。',
      'Some time has passed since the training. Please say how you use what you have learned.',
    ],
    isAnonymous: false,
    asked: [
      {
        kind: 'single-choice',
        title: ['您多久运用一次所学内容？', 'How often do you use what you have learned?'],
        options: [
          ['每天', 'Every day'],
          ['每周', 'Every week'],
          ['每月', 'Every month'],
          ['从未', 'Never'],
        ],
      },
      {
        kind: 'matrix',
        title: ['培训之后，您是否同意以下说法？', 'Since the training: do you agree?'],
        rows: [
          ['我主动尝试新的做法', 'I try new ways of working'],
          ['我的工作质量有所提高', 'My work has become better'],
          ['我把所学分享给了同事', 'I have passed on what I learned'],
        ],
      },
      {
        kind: 'rating',
        title: ['您的上级在多大程度上支持您运用所学？', 'How much does your superior support you in using it?'],
        ends: supported,
      },
      {
        kind: 'multiple-choice',
        title: ['哪些因素妨碍了运用？', 'What keeps you from using it?'],
        options: [
          ['没有机会', 'No opportunity'],
          ['缺少时间', 'No time'],
          ['缺少上级支持', 'No support by my superior'],
          ['缺少工具或资源', 'No tools or resources'],
          ['没有障碍', 'Nothing'],
        ],
      },
      {
        kind: 'text',
        title: ['请举一个运用所学的例子。', 'Give an example of how you have used it.'],
        isOptional: true,
      },
      {
        kind: 'text',
        title: ['需要什么支持，您才能用起来？', 'What would you need to use it?'],
        isOptional: true,
        onlyAfter: { place: 0, op: 'eq', value: 4 },
      },
    ],
  },
  'kirkpatrick-results': {
    name: ['柯氏四级：业务成果', 'Kirkpatrick level 4: results'],
    summary: ['由管理者评估培训给业务带来的变化', 'Managers say what has changed in the business'],
    introduction: [
      '请从团队业务的角度评价培训带来的变化，尽量依据数据。',
      'Please say what the training has changed in your team, with figures where you have them.',
    ],
    isAnonymous: false,
    asked: [
      {
        kind: 'matrix',
        title: ['培训之后，团队在以下方面有所改善：', 'Since the training, the team has improved in:'],
        rows: [
          ['工作质量', 'Quality of work'],
          ['工作效率', 'Productivity'],
          ['客户满意度', 'Satisfaction of customers'],
          ['安全与合规', 'Safety and compliance'],
        ],
      },
      {
        kind: 'multiple-choice',
        title: ['您依据哪些数据作出判断？', 'Which data is your evaluation based on?'],
        options: [
          ['业绩指标', 'Key figures'],
          ['质量或差错记录', 'Records of quality or errors'],
          ['客户反馈', 'Feedback from customers'],
          ['日常观察', 'Daily observation'],
        ],
      },
      {
        kind: 'percentage',
        title: ['您认为这些变化有百分之多少来自培训？', 'Which percentage of the change is due to the training?'],
      },
      {
        kind: 'rating',
        title: ['您认为培训的投入是否值得？', 'Was the training worth what it cost?'],
        ends: worthwhile,
      },
      { kind: 'text', title: ['请用数字或事实说明变化。', 'Describe the change with figures or facts.'] },
    ],
  },
  'lecturer-feedback': {
    name: ['讲师评价', 'Feedback for the lecturer'],
    summary: ['课后请学员评价讲师', 'After a class: how participants found the lecturer'],
    introduction: [
      '请评价本次课程的讲师，您的意见将帮助讲师改进。',
      'Please say how you found the lecturer of this class.',
    ],
    isAnonymous: true,
    asked: [
      {
        kind: 'matrix',
        title: ['您是否同意以下说法？', 'Do you agree with these statements?'],
        rows: [
          ['讲师准备充分', 'The lecturer was well prepared'],
          ['讲师表达清楚', 'The lecturer explained clearly'],
          ['讲师能结合实例', 'The lecturer used examples from practice'],
          ['讲师能回应学员的问题', 'The lecturer answered our questions'],
        ],
      },
      {
        kind: 'rating',
        title: ['您给讲师的总体评分是？', 'How do you rate the lecturer overall?'],
        ends: satisfied,
      },
      {
        kind: 'single-choice',
        title: ['课程的节奏如何？', 'How was the pace of the class?'],
        options: [
          ['太慢', 'Too slow'],
          ['合适', 'Just right'],
          ['太快', 'Too fast'],
        ],
      },
      {
        kind: 'nps',
        title: ['您有多大可能再次选择这位讲师的课程？', 'How likely are you to attend a class of this lecturer again?'],
        ends: likely,
      },
      { kind: 'text', title: ['讲师做得最好的是什么？', 'What did the lecturer do best?'], isOptional: true },
      suggestions,
    ],
  },
}

const at = (language: Language) => (language === 'cn' ? 0 : 1)

/** `earlierIds`: of the questions before. */
function questionOf(asked: Asked, language: Language, earlierIds: readonly string[]): SurveyQuestion {
  const say = (words: Words) => words[at(language)]
  const options = (list: readonly Words[]) => list.map((words, index) => ({ id: index + 1, text: say(words) }))
  const { onlyAfter, isOptional = false } = asked
  const visibleIf = onlyAfter && {
    ...{ op: onlyAfter.op, questionId: earlierIds[onlyAfter.place] ?? '', value: onlyAfter.value },
  }
  const head = { id: uuid(), title: say(asked.title), description: '', visibleIf: visibleIf ?? null }
  const shared = { ...head, isRequired: !isOptional }
  const endsOf = ([low, high]: readonly [Words, Words]) => ({ lowLabel: say(low), highLabel: say(high) })
  switch (asked.kind) {
    case 'rating':
      return { ...shared, kind: 'rating', max: 5, ...endsOf(asked.ends) }
    case 'nps':
      return { ...shared, kind: 'nps', ...endsOf(asked.ends) }
    case 'text':
      return { ...shared, kind: 'text', isLong: true, lengthMax: 2000 }
    case 'percentage':
      return { ...shared, kind: 'slider', min: 0, max: 100, step: 5, lowLabel: '0%', highLabel: '100%' }
    case 'single-choice':
      return {
        ...shared,
        kind: 'single-choice',
        options: options(asked.options),
        hasOther: false,
        shufflesOptions: false,
      }
    case 'multiple-choice': {
      const choice = { options: options(asked.options), hasOther: true, shufflesOptions: false }
      return { ...shared, kind: 'multiple-choice', ...choice, chosenMin: null, chosenMax: null }
    }
    case 'matrix': {
      const columns = options(agreement)
      return {
        ...shared,
        kind: 'matrix',
        mode: 'single',
        rows: options(asked.rows),
        columns,
        ratingMax: 5,
        shufflesRows: false,
      }
    }
  }
}

export function builtInTemplate(
  key: BuiltInTemplate,
  language: Language,
): Pick<SurveyInput, 'name' | 'summary' | 'content'> {
  const { name, summary, introduction, isAnonymous, asked } = templates[key]
  const content: SurveyContent = newContent(uuid())
  const [page] = content.pages
  const items: SurveyQuestion[] = []
  for (const one of asked)
    items.push(
      questionOf(
        one,
        language,
        items.map(({ id }) => id),
      ),
    )
  return {
    ...{ name: name[at(language)], summary: summary[at(language)] },
    content: {
      ...content,
      isAnonymous,
      introduction: `<p>${introduction[at(language)]}</p>`,
      pages: page ? [{ ...page, items }] : [],
    },
  }
}
