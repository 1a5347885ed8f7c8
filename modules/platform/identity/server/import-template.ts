/** The spreadsheet to fill in: marked required columns, a row of hints, and examples, all of which an import ignores. */
import type { Language } from '#kit/caller.ts'
import type { StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { type ImportField, importFields } from '../contract/member-import.ts'
import { type Cells, cleanedCell, headingOf, requiredFields, sheetName } from './import-columns.ts'

type Texts = Readonly<Record<ImportField, string>>

const hints: Readonly<Record<Language, Texts>> = {
  cn: {
    memberName: '必填，登录用，2–20 个字符，可用字母、汉字、数字和 . _ -',
    fullName: '必填，最多 20 个字',
    organization: '必填，组织名称、编码或路径；重名时填路径，如 研发中心/平台组',
    staffNumber: '选填，公司内不可重复',
    phone: '选填，11 位手机号，境外号码以 + 开头',
    email: '选填，公司内不可重复',
    sex: '选填：男、女',
    position: '选填，没有的岗位会自动新建',
    jobName: '选填，最多 30 个字',
    superior: '选填，上级的用户名，可以是本表中的其他行',
    hiredOn: '选填，如 2026-03-01',
  },
  en: {
    memberName: 'Required. For signing in: 2–20 letters, digits, or . _ -',
    fullName: 'Required. At most 20 characters',
    organization: 'Required. Name, code, or path. If several share the name, give the path: Research/Platform',
    staffNumber: 'Optional. Unique in the company',
    phone: 'Optional. Mainland number of 11 digits, or international with +',
    email: 'Optional. Unique in the company',
    sex: 'Optional: male or female',
    position: 'Optional. A new position is created automatically',
    jobName: 'Optional. At most 30 characters',
    superior: 'Optional. User name of the manager, who may be in another row',
    hiredOn: 'Optional, such as 2026-03-01',
  },
}

/** Cells in the order of the columns. */
const examples: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  cn: [
    [
      '示例_张三',
      '张三',
      '研发中心',
      'A-1001',
      '13800000001',
      'zhangsan@example.com',
      '男',
      '工程师',
      '后端开发',
      '',
      '2026-03-01',
    ],
    ['示例_李四', '李四', '研发中心/平台组', 'A-1002', '', '', '女', '', '', '示例_张三', ''],
  ],
  en: [
    [
      'sample_jane',
      'Jane Doe',
      'Research',
      'A-1001',
      '13800000001',
      'jane@example.com',
      'female',
      'Engineer',
      'Back end',
      '',
      '2026-03-01',
    ],
    ['sample_john', 'John Roe', 'Research/Platform', 'A-1002', '', '', 'male', '', '', 'sample_jane', ''],
  ],
}

const isRequired = (field: ImportField) => requiredFields.includes(field)
const hintRow = (language: Language) => importFields.map((field) => hints[language][field])

/** The rows below the heading. */
function rowsBelow(language: Language): (readonly string[])[] {
  return [hintRow(language), ...examples[language]]
}

const ignored: readonly Cells[] = (['cn', 'en'] as const).flatMap((language) =>
  rowsBelow(language).map((row) =>
    Object.fromEntries(importFields.map((field, index) => [field, cleanedCell(field, row[index] ?? '')])),
  ),
)

/** Whether the row is a hint or an example of the template that was left in unchanged, in either language. */
export function isTemplateRow(cells: Cells): boolean {
  return ignored.some((row) => importFields.every((field) => cells[field] === undefined || cells[field] === row[field]))
}

/** A file of the template, in which Excel also shows the hint of a column at each of its cells. */
export function templateSheet(language: Language): StreamAnswer {
  const heading = importFields.map((field) => `${headingOf(field, language)}${isRequired(field) ? ' *' : ''}`)
  return sheetAnswer(language === 'cn' ? '成员导入模板' : 'member-template', [heading, ...rowsBelow(language)], {
    sheetName: sheetName[language],
    plainName: 'members',
    columnWidths: importFields.map(() => 24),
    columnHints: hintRow(language),
    faintRows: rowsBelow(language).length,
  })
}
