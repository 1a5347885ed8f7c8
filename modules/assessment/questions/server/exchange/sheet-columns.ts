/** The columns of a spreadsheet of questions, and the words that stand in them, in both languages. */
import type { Language } from '#kit/caller.ts'
import type { fileFormats, PartialRule, QuestionKind } from '../../contract/question.ts'

export const fixedColumns = [
  ...([
    'kind',
    'stem',
    'answer',
    'score',
    'difficulty',
    'topics',
    'source',
    'explanation',
    'settings',
    'part',
  ] as const),
] as const
export type FixedColumn = (typeof fixedColumns)[number]
/** `option1` … for as many as the file has. */
export type SheetColumn = FixedColumn | `option${number}`
/** Text by column; a column that the file does not have is missing. */
export type SheetCells = Partial<Record<SheetColumn, string>>

const headings: Readonly<Record<Language, Readonly<Record<FixedColumn, string>>>> = {
  cn: {
    kind: '题型',
    stem: '题干',
    answer: '正确答案',
    score: '分值',
    difficulty: '难度',
    topics: '知识点',
    source: '来源',
    explanation: '解析',
    settings: '设置',
    part: '小题',
  },
  en: {
    kind: 'Kind',
    stem: 'Stem',
    answer: 'Answer',
    score: 'Score',
    difficulty: 'Difficulty',
    topics: 'Knowledge points',
    source: 'Source',
    explanation: 'Explanation',
    settings: 'Settings',
    part: 'Part',
  },
}
export const requiredColumns: readonly FixedColumn[] = ['kind', 'stem']

/** A to Z, then 27, 28, … */
export const optionName = (number: number) => (number <= 26 ? String.fromCharCode(64 + number) : String(number))

/** The number behind `option`. */
export const optionNumber = (column: SheetColumn) => Number(/^option(\d+)$/.exec(column)?.[1] ?? 0)

export function headingOf(column: SheetColumn, language: Language): string {
  const number = optionNumber(column)
  if (number > 0) return `${language === 'cn' ? '选项' : 'Option '}${optionName(number)}`
  return headings[language][column as FixedColumn]
}

const plain = (text: string) => text.replace(/[*\s]/g, '').toLowerCase()
const optionsMax = 999

function optionColumn(heading: string): SheetColumn | undefined {
  const [, letter, digits] = /^(?:选项|option)(?:([a-z])|(\d{1,3}))$/.exec(heading) ?? []
  const number = letter === undefined ? Number(digits) : letter.charCodeAt(0) - 96
  return number >= 1 && number <= optionsMax ? `option${number}` : undefined
}

/** The place of each column by headings of either language, in any order. */
export function columnPlaces(row: readonly string[]): Map<SheetColumn, number> {
  const places = new Map<SheetColumn, number>()
  for (const [index, written] of row.entries()) {
    const heading = plain(written)
    const known = fixedColumns.find((column) =>
      Object.values(headings).some((names) => plain(names[column]) === heading),
    )
    const column = known ?? optionColumn(heading)
    if (column && !places.has(column)) places.set(column, index)
  }
  return places
}

/** The order in which columns are written: the options behind the stem. */
export function columnsFor(optionCount: number): SheetColumn[] {
  const options = Array.from({ length: optionCount }, (_, index): SheetColumn => `option${index + 1}`)
  const [kind, stem, ...others] = fixedColumns
  return [kind, stem, ...options, ...others]
}

type Words<Key extends string> = Readonly<Record<Key, readonly string[]>>

/** The first word is the one that is written in Chinese, the second the one in English; all are read. */
const kindWords: Words<QuestionKind> = {
  'single-choice': ['单选题', 'Single choice', '单选', '单项选择题'],
  'multiple-choice': ['多选题', 'Multiple choice', '多选', '多项选择题'],
  'undetermined-choice': ['不定项选择题', 'One or more right', '不定项', '不定项选择'],
  'true-false': ['判断题', 'True or false', '判断', 'True/false'],
  'fill-in': ['填空题', 'Fill in', '填空'],
  'short-answer': ['问答题', 'Short answer', '问答', '简答题', '简答', '论述题'],
  matching: ['连线题', 'Matching', '连线', '匹配题', '配对题'],
  ordering: ['排序题', 'Ordering', '排序'],
  cloze: ['完形填空', 'Cloze', '完型填空'],
  numeric: ['数值题', 'Numeric', '计算题'],
  'file-answer': ['文件作答', 'File answer', '文件题'],
  group: ['组合题', 'Group', '题组', '材料题'],
}
const ruleWords: Words<PartialRule> = {
  none: ['不给部分分', 'none'],
  half: ['漏选给一半', 'half'],
  'no-wrong': ['无错时按比例', 'share if nothing is wrong'],
  each: ['按比例', 'share'],
}
const formatWords: Words<(typeof fileFormats)[number]> = {
  document: ['文档', 'documents'],
  picture: ['图片', 'pictures'],
  audio: ['音频', 'audio'],
  video: ['视频', 'video'],
}
const difficultyWords: Words<'1' | '2' | '3' | '4' | '5'> = {
  1: ['易', 'very easy', '容易', '简单'],
  2: ['较易', 'easy'],
  3: ['中等', 'medium', '中', '一般'],
  4: ['较难', 'hard'],
  5: ['难', 'very hard', '困难'],
}
const truthWords: Words<'true' | 'false'> = {
  true: ['正确', 'true', '对', '√', '✓', 't', '是', 'a', 'yes'],
  false: ['错误', 'false', '错', '×', '✗', 'x', 'f', '否', 'b', 'no'],
}
export const settingNames = {
  partial: ['部分得分', 'partial credit'],
  tolerance: ['允许误差', 'tolerance'],
  anyOrder: ['不分先后', 'any order'],
  ignoreCase: ['不分大小写', 'ignore case'],
  unit: ['单位', 'unit'],
  lengthMax: ['最多字数', 'characters at most'],
  filesMax: ['最多文件数', 'files at most'],
  formats: ['文件类型', 'kinds of files'],
} as const satisfies Words<string>
export type SettingName = keyof typeof settingNames

export const words = {
  kind: kindWords,
  rule: ruleWords,
  format: formatWords,
  difficulty: difficultyWords,
  truth: truthWords,
  setting: settingNames,
} as const

export function wordOf<Key extends string>(table: Words<Key>, key: Key, language: Language): string {
  return table[key][language === 'cn' ? 0 : 1] ?? key
}

/** What a word means, in either language; the key itself is read too. */
export function meaningOf<Key extends string>(table: Words<Key>, text: string): Key | undefined {
  const wanted = plain(text)
  const keys = Object.keys(table) as Key[]
  return keys.find((key) => plain(key) === wanted || table[key].some((word) => plain(word) === wanted))
}
