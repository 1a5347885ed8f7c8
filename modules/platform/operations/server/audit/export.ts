/** The matching entries as a file, in the caller's language. */
import type { Language } from '#kit/caller.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { type SheetFormat, sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { filledText, moduleText } from '#server/texts.ts'
import { type AuditEntry, type AuditFilters, auditExportRowsMax } from '../../contract/audit.ts'
import { auditWords, changesOf } from '../../contract/audit-words.ts'
import type { OperationsDb } from '../db.ts'
import { directory } from '../directory.ts'
import { recordAction } from './entries.ts'
import { type AuditRow, entriesOf, rowsAfter } from './search.ts'

const batchRows = 1000

const texts: Readonly<Record<Language, { name: string; headings: string[]; colon: string; redacted: string }>> = {
  cn: {
    name: '审计日志',
    headings: [
      ...[
        '序号',
        '时间',
        '操作人',
        '操作人 ID',
        '角色',
        '操作',
        '对象类型',
        '对象',
        '对象 ID',
        '修改前',
        '修改后',
        '提交内容',
      ],
      ...['IP', '浏览器', '校验值'],
    ],
    colon: '：',
    redacted: '（已注销成员，内容已清除）',
  },
  en: {
    name: 'audit-log',
    headings: [
      ...['No.', 'Time', 'Member', 'Member ID', 'Roles', 'Action', 'Type', 'Subject', 'ID', 'Before', 'After', 'Input'],
      ...['IP', 'Browser', 'Hash'],
    ],
    colon: ': ',
    redacted: '(member erased, content removed)',
  },
}

/** Writes entries as rows in the words of the screen. */
function rowWriter(language: Language, instant: (at: number) => string): (entry: AuditEntry) => SheetRow {
  const own = (key: string) => moduleText('operations', `auditLog.${key}`, language) ?? key
  const words = auditWords({
    instant,
    find: (module, key, values = {}) => {
      const text = moduleText(module, key, language)
      return text === undefined ? undefined : filledText(text, values)
    },
  })
  const subjectName = ({ action, subjectType, subjectName: name, isRedacted }: AuditEntry) => {
    if (name !== null) return words.subjectName(action, subjectType, name)
    return isRedacted ? texts[language].redacted : ''
  }
  /** A line for each field that has a value. */
  const fields = (
    { action, subjectType, subjectName: name }: AuditEntry,
    values: readonly (readonly [string, unknown])[],
  ) =>
    values
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const label = words.field(action, key, { type: subjectType, name })
        return label + texts[language].colon + words.value(key, value).replaceAll(/\n */g, ' ')
      })
      .join('\n')
  return (entry) => {
    const { action, actorId, subjectType } = entry
    const changes = changesOf(entry.before, entry.after)
    return [
      entry.seq ?? '',
      instant(entry.at),
      entry.actorName ?? own(actorId === null ? 'platform' : 'gone'),
      actorId ?? '',
      entry.actorRoles.map(words.role).join(own('separator')),
      words.action(action),
      subjectType === null ? '' : words.subjectType(action, subjectType),
      subjectName(entry),
      entry.subjectId ?? '',
      fields(
        entry,
        changes.map(({ name, before }) => [name, before]),
      ),
      fields(
        entry,
        changes.map(({ name, after }) => [name, after]),
      ),
      fields(entry, Object.entries(entry.input ?? {})),
      ...[entry.ip, entry.userAgent, entry.hash ?? ''],
    ]
  }
}

interface Exported {
  readonly companyId: string
  readonly language: Language
  readonly filters: AuditFilters
}

async function* sheetRows(db: OperationsDb, { companyId, language, filters }: Exported): AsyncGenerator<SheetRow> {
  yield texts[language].headings
  const instant = (await directory()?.secondText(db, companyId)) ?? String
  const rowOf = rowWriter(language, instant)
  let last: AuditRow | undefined
  for (let count = 0; count < auditExportRowsMax; ) {
    const rows = await rowsAfter(db, companyId, filters, last, Math.min(batchRows, auditExportRowsMax - count))
    for (const entry of await entriesOf(db, companyId, rows)) yield rowOf(entry)
    if (rows.length < batchRows) return
    last = rows.at(-1)
    count += rows.length
  }
}

/** The export of the log is itself logged. */
export async function exportAudit(
  db: OperationsDb,
  { format, ...filters }: AuditFilters & { format: SheetFormat },
  { caller, language, now, ip, userAgent }: Context,
): Promise<StreamAnswer> {
  await recordAction(db, {
    ...{ companyId: caller.companyId, actorId: caller.memberId, actorRoles: caller.roles },
    ...{ action: 'operations.exportAudit', subjects: [], input: { format, ...filters }, ip, userAgent, now },
  })
  return sheetAnswer(texts[language].name, sheetRows(db, { companyId: caller.companyId, language, filters }), {
    format,
  })
}
