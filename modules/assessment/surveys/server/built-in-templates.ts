/** The templates of the product: the four levels of Kirkpatrick, and feedback for a lecturer. */
import { v4 as uuid } from 'uuid'
import type { Language } from '#kit/caller.ts'
import { type BuiltInTemplate, newContent, type SurveyInput } from '../contract/authoring.ts'
import type { SurveyContent, SurveyQuestion } from '../contract/content.ts'

type Words = readonly [cn: string, en: string]
type Asked =
  | { readonly kind: 'rating' | 'nps' | 'text'; readonly title: Words; readonly isOptional?: true }
  | { readonly kind: 'single-choice' | 'multiple-choice'; readonly title: Words; readonly options: readonly Words[] }
  | { readonly kind: 'matrix'; readonly title: Words; readonly rows: readonly Words[] }

interface Template {
  readonly name: Words
  readonly summary: Words
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
const suggestions: Asked = {
  kind: 'text',
  title: ['您有哪些改进建议？', 'What should we improve?'],
  isOptional: true,
}

const templates: Readonly<Record<BuiltInTemplate, Template>> = {
  'kirkpatrick-reaction': {
    name: ['柯氏一级：培训满意度', 'Kirkpatrick level 1: reaction'],
    summary: ['培训结束时，了解学员对培训的感受', 'At the end of a training: how participants found it'],
    isAnonymous: true,
    asked: [
      { kind: 'rating', title: ['您对本次培训的整体满意度如何？', 'How satisfied are you with the training overall?'] },
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
      },
      suggestions,
    ],
  },
  'kirkpatrick-learning': {
    name: ['柯氏二级：学习成果', 'Kirkpatrick level 2: learning'],
    summary: ['了解学员学到了什么', 'What participants have learned'],
    isAnonymous: false,
    asked: [
      {
        kind: 'rating',
        title: ['培训前，您对该主题掌握得如何？', 'How well did you know the subject before the training?'],
      },
      { kind: 'rating', title: ['培训后，您对该主题掌握得如何？', 'How well do you know it now?'] },
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
    ],
  },
  'kirkpatrick-behavior': {
    name: ['柯氏三级：行为改变', 'Kirkpatrick level 3: behavior'],
    summary: ['培训 30 至 90 天后，了解所学是否用于工作', '30 to 90 days later: whether it is used at work'],
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
      { kind: 'text', title: ['请举一个运用所学的例子。', 'Give an example of how you have used it.'] },
    ],
  },
  'kirkpatrick-results': {
    name: ['柯氏四级：业务成果', 'Kirkpatrick level 4: results'],
    summary: ['由管理者评估培训给业务带来的变化', 'Managers say what has changed in the business'],
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
      { kind: 'rating', title: ['您认为培训的投入是否值得？', 'Was the training worth what it cost?'] },
      { kind: 'text', title: ['请用数字或事实说明变化。', 'Describe the change with figures or facts.'] },
    ],
  },
  'lecturer-feedback': {
    name: ['讲师评价', 'Feedback for the lecturer'],
    summary: ['课后请学员评价讲师', 'After a class: how participants found the lecturer'],
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
      { kind: 'rating', title: ['您给讲师的总体评分是？', 'How do you rate the lecturer overall?'] },
      {
        kind: 'nps',
        title: ['您有多大可能再次选择这位讲师的课程？', 'How likely are you to attend a class of this lecturer again?'],
      },
      suggestions,
    ],
  },
}

const at = (language: Language) => (language === 'cn' ? 0 : 1)

function questionOf(asked: Asked, language: Language): SurveyQuestion {
  const say = (words: Words) => words[at(language)]
  const options = (list: readonly Words[]) => list.map((words, index) => ({ id: index + 1, text: say(words) }))
  const head = { id: uuid(), title: say(asked.title), description: '', visibleIf: null, isRequired: true }
  const ends = { lowLabel: '', highLabel: '' }
  switch (asked.kind) {
    case 'rating':
      return { ...head, kind: 'rating', max: 5, ...ends }
    case 'nps':
      return { ...head, kind: 'nps', ...ends }
    case 'text':
      return { ...head, kind: 'text', isRequired: !asked.isOptional, isLong: true, lengthMax: 2000 }
    case 'single-choice':
      return {
        ...head,
        kind: 'single-choice',
        options: options(asked.options),
        hasOther: false,
        shufflesOptions: false,
      }
    case 'multiple-choice': {
      const choice = { options: options(asked.options), hasOther: true, shufflesOptions: false }
      return { ...head, kind: 'multiple-choice', ...choice, chosenMin: null, chosenMax: null }
    }
    case 'matrix': {
      const columns = options(agreement)
      return {
        ...head,
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
  const { name, summary, isAnonymous, asked } = templates[key]
  const content: SurveyContent = newContent(uuid())
  const [page] = content.pages
  const items = asked.map((one) => questionOf(one, language))
  return {
    ...{ name: name[at(language)], summary: summary[at(language)] },
    content: { ...content, isAnonymous, pages: page ? [{ ...page, items }] : [] },
  }
}
