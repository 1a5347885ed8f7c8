/** The spreadsheet to fill in, with an example of each kind; an import ignores what was left of them. */
import type { Language } from '#kit/caller.ts'
import type { StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { columnsFor, headingOf, requiredColumns, type SheetCells, type SheetColumn, words } from './sheet-columns.ts'
import { cellsInOrder, sheetRows } from './write-sheet.ts'

const mark = { cn: '【示例】', en: '[Example] ' } as const
const templateOptions = 6

const fields = { explanation: '', scoreTenths: 20, difficulty: 2, source: '', topics: [] } as const

function examples(language: Language): ExchangeQuestion[] {
  const isChinese = language === 'cn'
  const stem = (cn: string, en: string) => `<p>${mark[language]}${isChinese ? cn : en}</p>`
  const texts = (cn: readonly string[], en: readonly string[]) => [...(isChinese ? cn : en)]
  const { explanation, ...others } = fields
  const contents: ExchangeQuestion['content'][] = [
    {
      ...{ kind: 'single-choice', explanation, stem: stem('火警电话是哪个？', 'Which number calls the fire brigade?') },
      ...{ options: ['110', '119', '120', '122'], right: 1 },
    },
    {
      ...{ kind: 'multiple-choice', explanation, stem: stem('哪些是个人信息？', 'Which are personal data?') },
      options: texts(['手机号', '身份证号', '天气'], ['Phone number', 'Passport number', 'Weather']),
      ...{ right: [0, 1], partial: 'half' },
    },
    {
      kind: 'true-false',
      explanation,
      stem: stem('离开工位要锁屏。', 'Lock the screen when you leave.'),
      isTrue: true,
    },
    {
      ...{ kind: 'fill-in', explanation, stem: stem('中国的首都是____。', 'The capital of France is ____.') },
      blanks: [{ answer: isChinese ? '北京|北京市' : 'Paris' }],
      ...{ anyOrder: false, ignoreCase: true, partial: 'each' },
    },
    {
      ...{ kind: 'short-answer', explanation, stem: stem('简述 5S 管理。', 'Describe 5S in a few words.') },
      reference: isChinese
        ? '<p>整理、整顿、清扫、清洁、素养</p>'
        : '<p>Sort, set in order, shine, standardize, sustain</p>',
      lengthMax: 500,
    },
    {
      ...{ kind: 'matching', explanation, stem: stem('把颜色与含义连起来', 'Match the colors to their meanings') },
      pairs: isChinese
        ? [
            { left: '红色', right: '禁止' },
            { left: '黄色', right: '警告' },
          ]
        : [
            { left: 'Red', right: 'Prohibited' },
            { left: 'Yellow', right: 'Warning' },
          ],
      ...{ extra: [], partial: 'each' },
    },
    {
      ...{ kind: 'ordering', explanation, stem: stem('按先后排序', 'Put into order') },
      items: texts(['提起', '拔销', '喷射'], ['Lift', 'Pull the pin', 'Spray']),
      partial: 'each',
    },
    {
      ...{ kind: 'numeric', explanation, stem: stem('圆周率（两位小数）', 'Pi, with two decimals') },
      ...{ answer: '3.14', tolerance: '0.01', unit: '' },
    },
  ]
  return contents.map((content) => ({ content, ...others }))
}

/** Whether the row is an example that was left in. */
export function isTemplateRow({ stem = '' }: SheetCells): boolean {
  return Object.values(mark).some((text) => stem.startsWith(text))
}

const place = { cn: 0, en: 1 } as const

/** What Excel offers in the cells of a column; other words and letters are read as well. */
function choicesOf(column: SheetColumn, language: Language): readonly string[] {
  if (column === 'kind') return Object.values(words.kind).map((names) => names[place[language]] ?? '')
  if (column === 'difficulty') return Object.values(words.difficulty).map((names) => names[place[language]] ?? '')
  return column === 'part' ? [{ cn: '是', en: 'yes' }[language]] : []
}

const hints: Readonly<Partial<Record<SheetColumn, Readonly<Record<Language, string>>>>> = {
  answer: {
    cn: '选择题填字母，如 AC；判断题填 正确 或 错误；填空题把各空填在选项列，| 分隔同义答案',
    en: 'Letters of a choice, such as AC; true or false; of a fill-in each blank stands in a column of options, | between alternatives',
  },
  settings: {
    cn: '每行一项，如：部分得分=漏选给一半；允许误差=0.1；不分先后=是',
    en: 'One in a line, such as: partial credit=half; tolerance=0.1; any order=yes',
  },
  part: {
    cn: '组合题的小题填“是”，紧跟在组合题之后',
    en: 'Yes for the parts of a group, in the rows right below it',
  },
  topics: { cn: '多个知识点用；分隔', en: 'Semicolons between several' },
}
const hintOf = (column: SheetColumn, language: Language) => hints[column]?.[language] ?? ''

export function templateSheet(language: Language): StreamAnswer {
  const columns = columnsFor(templateOptions)
  const heading = columns.map(
    (column) => `${headingOf(column, language)}${(requiredColumns as readonly string[]).includes(column) ? ' *' : ''}`,
  )
  const rows = examples(language).flatMap((question) => sheetRows(question, language))
  return sheetAnswer(
    language === 'cn' ? '试题导入模板' : 'question-template',
    [heading, ...rows.map((cells) => cellsInOrder(cells, columns))],
    {
      ...{ sheetName: language === 'cn' ? '试题' : 'Questions', plainName: 'questions', faintRows: rows.length },
      columnChoices: columns.map((column) => choicesOf(column, language)),
      columnHints: columns.map((column) => hintOf(column, language)),
      columnWidths: columns.map((column) => (column === 'stem' ? 48 : 18)),
    },
  )
}
