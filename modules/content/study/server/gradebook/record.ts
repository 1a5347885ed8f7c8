/** A member's learning record: what every kind of study, the credits and the certificates say of one member. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { balanceOf, rewardSwitches } from '#modules/platform/currency/server.ts'
import { contactsSql, covers, directorySql, instantText } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { CLASS_HOURS, CREDITS } from '../../contract/credits.ts'
import type { LearningRecord, RecordCertificate, RecordItem } from '../../contract/record.ts'
import { creditTotals } from '../credit-history.ts'
import { studyTables } from '../db.ts'
import { type StudyKind, studyKind } from '../kinds.ts'
import { absentGrade, gradesOf, type PersonRow, personColumns, personOf } from './gradebook.ts'
import { texts as gradebookTexts } from './gradebook-export.ts'
import { followedSql } from './scope.ts'

/** So many items of a kind, and so many certificates, stand in a record. */
const itemsMax = 500

/** Kinds of currency, as the module currency numbers them. */
const [coin, points] = [1, 2] as const

interface Owner {
  readonly companyId: string
  readonly memberId: string
}

interface CertificateSource {
  /** The newest first, without those that were replaced by a later one. One statement. */
  of(
    db: Connection,
    owner: Owner,
    { limit, now }: { limit: number; now: number },
  ): Promise<readonly RecordCertificate[]>
}

/** Registered by the module that keeps certificates. */
export const recordedCertificates = extensionPoint<CertificateSource>('study.recorded-certificates')

/** The member as the caller may read about them: the own record, or of an organization in which the caller sees progress. */
async function findReadable(db: Connection, caller: Caller, memberId: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns}, ${followedSql(caller)} as is_followed
    from ${directorySql(caller.companyId)} p join ${contactsSql(caller.companyId)} k on k.id = p.id
    where p.id = ${memberId} and (p.id = ${caller.memberId} or ${followedSql(caller)})`.execute(studyTables(db))
  return rows[0]
}

/** Whether the caller may open the learning record of the member. */
export async function mayReadRecord(db: Connection, caller: Caller, memberId: string): Promise<boolean> {
  return (await findReadable(db, caller, memberId)) !== undefined
}

async function itemsOf(db: Connection, { companyId, memberId }: Owner, kind: StudyKind, language: Language) {
  const recorded = (await kind.grades?.recorded(db, companyId, memberId, itemsMax + 1)) ?? []
  const columns = recorded.map(({ businessId }) => ({ businessType: kind.businessType, businessId, kind }))
  const found = await gradesOf(db, companyId, [memberId], columns)
  return recorded.map((one): RecordItem => {
    const grade = found.get(`${memberId} ${kind.businessType}:${one.businessId}`) ?? absentGrade
    return { businessType: kind.businessType, label: kind.label[language], ...one, ...grade }
  })
}

/** Coins and points, for the member and for those who manage the accounts of the member's organization. */
async function balancesOf(db: Connection, caller: Caller, person: PersonRow) {
  const isOpen = person.id === caller.memberId || (await covers(db, caller, 'currency.manage', person.organization_id))
  if (!isOpen) return { coins: null, points: null }
  const owner = { kind: 'person', id: person.id } as const
  const coins = await balanceOf(db, caller.companyId, owner, coin)
  const earned = await balanceOf(db, caller.companyId, owner, points)
  const { points: isShown } = await rewardSwitches(db, caller.companyId)
  return { coins: coins.totalAmount, points: isShown ? earned.totalAmount : null }
}

const lastOf = (item: RecordItem) => item.lastStudiedAt ?? item.registeredAt

export async function readRecord(
  db: Connection,
  memberId: string,
  { caller, language, now }: Pick<Context, 'caller' | 'language' | 'now'>,
): Promise<LearningRecord> {
  const person = await findReadable(db, caller, memberId)
  if (!person) throw refuse(NOT_FOUND)
  const owner = { companyId: caller.companyId, memberId }
  const items: RecordItem[] = []
  let [studySeconds, hasMore] = [0, false]
  for (const kind of studyKind.all()) {
    const ofKind = await itemsOf(db, owner, kind, language)
    items.push(...ofKind.slice(0, itemsMax))
    hasMore ||= ofKind.length > itemsMax
    const [own] = (await kind.figures?.(db, owner.companyId, [memberId])) ?? []
    studySeconds += own?.studySeconds ?? 0
  }
  const credits = await creditTotals(db, owner.companyId, memberId)
  const certificates: RecordCertificate[] = []
  for (const source of recordedCertificates.all())
    certificates.push(...(await source.of(db, owner, { limit: itemsMax, now })))
  return {
    member: personOf(person),
    studySeconds,
    doneCount: items.filter((item) => item.state === 'done').length,
    classHours: credits.get(CLASS_HOURS) ?? '0',
    credits: credits.get(CREDITS) ?? '0',
    ...(await balancesOf(db, caller, person)),
    items: items.sort((one, other) => lastOf(other) - lastOf(one)),
    hasMore,
    certificates,
  }
}

interface Texts {
  readonly fileName: string
  readonly items: readonly string[]
  readonly certificates: readonly string[]
  readonly validity: readonly [valid: string, over: string]
}

const texts: Readonly<Record<Language, Texts>> = {
  cn: {
    fileName: '学习档案',
    items: ['类型', '名称', '状态', '进度（%）', '成绩', '学习时长（分钟）', '报名时间', '最近学习', '完成时间'],
    certificates: ['证书', '名称', '状态', '', '', '编号', '颁发时间', '', '有效期至'],
    validity: ['有效', '已失效'],
  },
  en: {
    fileName: 'learning-record',
    items: [
      ...['Type', 'Name', 'Status', 'Progress (%)', 'Score', 'Study time (minutes)'],
      ...['Registered', 'Last studied', 'Completed'],
    ],
    certificates: ['Certificate', 'Name', 'Status', '', '', 'Number', 'Issued', '', 'Valid until'],
    validity: ['Valid', 'No longer valid'],
  },
}

export async function exportRecord(db: Connection, memberId: string, context: Context): Promise<StreamAnswer> {
  const { caller, language } = context
  const record = await readRecord(db, memberId, context)
  const textOf = await instantText(db, caller.companyId, 'minute')
  const { fileName, items, certificates, validity } = texts[language]
  const { states } = gradebookTexts[language]
  const rows: SheetRow[] = [
    items,
    ...record.items.map((item) => [
      ...[item.label, item.name, states[item.state], item.percent, item.score ?? ''],
      item.studySeconds === null ? '' : Math.floor((item.studySeconds + 30) / 60),
      ...[textOf(item.registeredAt), textOf(item.lastStudiedAt), textOf(item.finishedAt)],
    ]),
    ...(record.certificates.length > 0 ? [certificates] : []),
    ...record.certificates.map((one) => [
      ...['', one.name, one.isValid ? validity[0] : validity[1], '', ''],
      ...[one.number, textOf(one.issuedAt), '', textOf(one.expiresAt)],
    ]),
  ]
  return sheetAnswer(`${fileName}-${record.member.fullName}`, rows, { plainName: 'learning-record' })
}
