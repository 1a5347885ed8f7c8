/** What the exported results are called, in both languages. */
import type { Language } from '#kit/caller.ts'
import type { AttemptListState, RecordState, Result } from '../../contract/states.ts'

interface ExportTexts {
  readonly fileName: string
  readonly sheets: readonly { readonly name: string; readonly headings: readonly string[] }[]
  readonly results: Readonly<Record<Result, string>>
  readonly records: Readonly<Record<RecordState, string>>
  readonly statuses: Readonly<Record<AttemptListState, string>>
  readonly kinds: Readonly<Record<string, string>>
  readonly truth: readonly string[]
  readonly omitted: string
  readonly right: string
}

export const exportTexts: Readonly<Record<Language, ExportTexts>> = {
  cn: {
    fileName: '考试成绩',
    sheets: [
      {
        name: '人员',
        headings: ['姓名', '组织', '得分', '总分', '结果', '学员状态', '管理状态', '考试次数', '交卷时间', '离开次数'],
      },
      {
        name: '试题',
        headings: [
          ...[
            '题号',
            '题型',
            '题干',
            '作答数',
            '未作答',
            '难度 p',
            '标准差',
            '区分度 D（27%）',
            '题总相关',
            '平均用时（秒）',
          ],
          ...['0 分', '至 25%', '至 50%', '至 75%', '不满分', '满分'],
        ],
      },
      { name: '选项', headings: ['题号', '题干', '选项', '正确', '选择人数', '比例', '与其余得分的相关'] },
      { name: '组织', headings: ['组织（含下级）', '应考', '已考', '已出分', '通过', '平均分'] },
      { name: '分布', headings: ['得分率', '人数'] },
    ],
    results: { fail: '不及格', pass: '及格', good: '良好', excellent: '优秀' },
    records: { 1: '待审核', 2: '待考试', 3: '考试中', 4: '待评卷', 5: '不及格', 6: '及格', 7: '良好', 8: '优秀' },
    statuses: {
      ...{ 1: '未开始', 2: '进行中', 4: '异常交卷', 5: '待评卷', 6: '及格' },
      ...{ 7: '不及格', 8: '已完成', 9: '良好', 10: '优秀' },
    },
    kinds: {
      ...{ 'single-choice': '单选题', 'multiple-choice': '多选题', 'undetermined-choice': '不定项选择题' },
      ...{
        'true-false': '判断题',
        'fill-in': '填空题',
        'short-answer': '问答题',
        matching: '连线题',
        ordering: '排序题',
      },
      ...{ cloze: '完形填空', numeric: '数值题', 'file-answer': '文件作答', group: '组合题' },
    },
    truth: ['正确', '错误'],
    omitted: '未作答',
    right: '是',
  },
  en: {
    fileName: 'exam-results',
    sheets: [
      {
        name: 'People',
        headings: [
          ...['Name', 'Organization', 'Score', 'Total', 'Result', 'State for the examinee', 'State', 'Attempts'],
          ...['Submitted', 'Leaves'],
        ],
      },
      {
        name: 'Questions',
        headings: [
          ...['Number', 'Kind', 'Question', 'Answers', 'Omitted', 'Difficulty p', 'Standard deviation'],
          ...['Discrimination D (27%)', 'Item-rest correlation', 'Mean seconds'],
          ...['No points', 'Up to 25%', 'Up to 50%', 'Up to 75%', 'Less than all', 'All points'],
        ],
      },
      {
        name: 'Options',
        headings: ['Number', 'Question', 'Option', 'Right', 'Chosen', 'Share', 'Correlation with the rest'],
      },
      {
        name: 'Organizations',
        headings: ['Organization with those below', 'Assigned', 'Started', 'Scored', 'Passed', 'Mean score'],
      },
      { name: 'Distribution', headings: ['Share of the total', 'People'] },
    ],
    results: { fail: 'fail', pass: 'pass', good: 'good', excellent: 'excellent' },
    records: {
      ...{
        1: 'pending review',
        2: 'to be examined',
        3: 'in exam',
        4: 'to be graded',
        5: 'fail',
        6: 'pass',
        7: 'good',
        8: 'excellent',
      },
    },
    statuses: {
      ...{ 1: 'not started', 2: 'in progress', 4: 'abnormal submit', 5: 'to grade', 6: 'pass' },
      ...{ 7: 'fail', 8: 'completed', 9: 'good', 10: 'excellent' },
    },
    kinds: {
      ...{ 'single-choice': 'Single choice', 'multiple-choice': 'Multiple choice' },
      ...{ 'undetermined-choice': 'One or more right', 'true-false': 'True or false', 'fill-in': 'Fill in' },
      ...{ 'short-answer': 'Short answer', matching: 'Matching', ordering: 'Ordering', cloze: 'Cloze' },
      ...{ numeric: 'Numeric', 'file-answer': 'File answer', group: 'Group' },
    },
    truth: ['True', 'False'],
    omitted: 'Nothing',
    right: 'yes',
  },
}
