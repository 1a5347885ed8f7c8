/** The matching entries as a file, in the caller's language. */
import type { Language } from '#kit/caller.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { type SheetFormat, sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { type AuditEntry, type AuditFilters, auditExportRowsMax } from '../../contract/audit.ts'
import type { OperationsDb } from '../db.ts'
import { recordAction } from './entries.ts'
import { type AuditRow, entriesOf, rowsAfter } from './search.ts'

const batchRows = 1000

const texts: Readonly<Record<Language, { name: string; headings: string[]; platform: string; redacted: string }>> = {
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
    platform: '系统',
    redacted: '（已注销成员，内容已清除）',
  },
  en: {
    name: 'audit-log',
    headings: [
      ...['No.', 'Time', 'Member', 'Member ID', 'Roles', 'Action', 'Type', 'Subject', 'ID', 'Before', 'After', 'Input'],
      ...['IP', 'Browser', 'Hash'],
    ],
    platform: 'The platform',
    redacted: '(member erased, content removed)',
  },
}

const json = (value: unknown) => (value === null ? '' : JSON.stringify(value))

function rowOf(entry: AuditEntry, { platform, redacted }: (typeof texts)['cn']): SheetRow {
  return [
    entry.seq ?? '',
    new Date(entry.at).toISOString(),
    entry.actorName ?? (entry.actorId === null ? platform : ''),
    entry.actorId ?? '',
    entry.actorRoles.join(', '),
    entry.action,
    entry.subjectType ?? '',
    entry.subjectName ?? (entry.isRedacted ? redacted : ''),
    entry.subjectId ?? '',
    ...[json(entry.before), json(entry.after), json(entry.input)],
    ...[entry.ip, entry.userAgent, entry.hash ?? ''],
  ]
}

async function* sheetRows(
  db: OperationsDb,
  companyId: string,
  filters: AuditFilters,
  language: Language,
): AsyncGenerator<SheetRow> {
  yield texts[language].headings
  let last: AuditRow | undefined
  for (let count = 0; count < auditExportRowsMax; ) {
    const rows = await rowsAfter(db, companyId, filters, last, Math.min(batchRows, auditExportRowsMax - count))
    for (const entry of await entriesOf(db, companyId, rows)) yield rowOf(entry, texts[language])
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
  return sheetAnswer(texts[language].name, sheetRows(db, caller.companyId, filters, language), { format })
}
