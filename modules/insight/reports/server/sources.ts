/**
 * Sources of reports. A module registers rows of its own tables; reports adds the member and the organization, and cuts the rows
 * to the scope of whoever reads. No source can forget the scope, because none applies it.
 */
import type { RawBuilder } from 'kysely'
import { type Caller, can, coversCompany, type Language } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { extensionPoint } from '#server/extension.ts'
import { SOURCE_CLOSED } from '../contract/codes.ts'
import type { ColumnType } from '../contract/query.ts'
import type { SourceInfo } from '../contract/shapes.ts'

type Bilingual = Readonly<Record<Language, string>>

export interface SourceColumn {
  /** The name of the column in the rows of the source: lower-case letters, digits and `_`. */
  readonly key: string
  readonly label: Bilingual
  /** Durations are seconds, money is hundredths, percent is 0 to 100, days are dates, instants are milliseconds. */
  readonly type: Exclude<ColumnType, 'member' | 'organization'>
  /** What the codes of a state mean; the rows have the codes as text. */
  readonly states?: Readonly<Record<string, Bilingual>>
  /** Figures are not grouped by; everything else is, unless this says otherwise. */
  readonly groupable?: boolean
}

export interface SourceContext {
  readonly companyId: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** A scalar: the company's time zone. */
  readonly timeZone: RawBuilder<string>
  /** The columns that the report reads; others may be left out of the rows, or be null. */
  readonly needs: ReadonlySet<string>
}

export interface ReportSource {
  /** `course-study`: unique on the platform. */
  readonly key: string
  readonly label: Bilingual
  readonly hint: Bilingual
  /**
   * `member`: each row belongs to a member (`member_id`); readers see their own, those of their subordinates, and those of the
   * organizations for which they hold the permission. `company`: rows belong to nobody, and take the permission for the whole
   * company.
   */
  readonly scope: 'member' | 'company'
  /** Of several one is enough. */
  readonly permission: string | readonly string[]
  /** Superiors see the rows of their subordinates. */
  readonly forSuperiors?: true
  readonly columns: readonly SourceColumn[]
  /** A select of the company's rows, in parentheses: the keys of `columns`, `member_id` in a source of members, and `evidence`, the page behind a row or null. */
  rows(context: SourceContext): RawBuilder<unknown>
}

/** Registered by the modules that own the tables. */
export const reportSource = extensionPoint<ReportSource>('reports.source')

/** A figure of each member in the report of learners. */
export interface LearnerMeasure {
  readonly key: string
  readonly label: Bilingual
  readonly type: 'number' | 'duration' | 'money'
  /** `(select member_id, value …)`: at most one row a member; members without one count as 0. */
  rows(context: Omit<SourceContext, 'needs'>): RawBuilder<unknown>
}

/** Registered by the modules that own the tables. */
export const learnerMeasure = extensionPoint<LearnerMeasure>('reports.learner-measure')

export interface KnownColumn extends Omit<SourceColumn, 'type'> {
  readonly type: ColumnType
  readonly groupable: boolean
}

const memberColumns: readonly KnownColumn[] = [
  { key: 'member', label: { cn: '学员', en: 'Member' }, type: 'member', groupable: true },
  { key: 'organization', label: { cn: '组织', en: 'Organization' }, type: 'organization', groupable: true },
  { key: 'staff_number', label: { cn: '工号', en: 'Staff number' }, type: 'text', groupable: true },
]

const figures: ReadonlySet<ColumnType> = new Set(['number', 'percent', 'duration', 'money'])
const keyPattern = /^[a-z][a-z0-9_]{0,59}$/

/** All columns of a source, those of the member first. */
export function columnsOf({ scope, columns }: ReportSource): readonly KnownColumn[] {
  const own = columns.map((column) => ({ groupable: !figures.has(column.type), ...column }))
  for (const { key } of own) if (!keyPattern.test(key)) throw new Error(`${key} is no name of a column`)
  return scope === 'member' ? [...memberColumns, ...own] : own
}

const codesOf = ({ permission }: ReportSource) => (typeof permission === 'string' ? [permission] : permission)

/** The organizations, with all below them, whose rows the caller sees by a permission. */
export function grantedBy(caller: Caller, source: ReportSource): readonly string[] {
  return [...new Set(codesOf(source).flatMap((code) => caller.permissions.get(code) ?? []))]
}

function scopeOf(caller: Caller, source: ReportSource): SourceInfo['scope'] | undefined {
  if (source.scope === 'company')
    return codesOf(source).some((code) => coversCompany(caller, code)) ? 'company' : undefined
  if (grantedBy(caller, source).includes(caller.companyId)) return 'company'
  return codesOf(source).some((code) => can(caller, code)) ? 'members' : 'own'
}

/** The source, if it is open to the caller. */
export function getSource(caller: Caller, key: string): ReportSource {
  const source = reportSource.all().find((one) => one.key === key)
  if (!source || scopeOf(caller, source) === undefined) throw refuse(SOURCE_CLOSED)
  return source
}

/** What the source is called; of one that is gone, its key. */
export function sourceLabel(key: string, language: Language): string {
  return reportSource.all().find((one) => one.key === key)?.label[language] ?? key
}

export const statesOf = ({ states = {} }: Pick<SourceColumn, 'states'>, language: Language) =>
  Object.entries(states).map(([value, label]) => ({ value, label: label[language] }))

export function listSources(caller: Caller, language: Language): SourceInfo[] {
  return reportSource.all().flatMap((source) => {
    const scope = scopeOf(caller, source)
    if (scope === undefined) return []
    const columns = columnsOf(source).map((column) => ({
      ...{ key: column.key, label: column.label[language], type: column.type, groupable: column.groupable },
      states: statesOf(column, language),
    }))
    return [{ key: source.key, label: source.label[language], hint: source.hint[language], scope, columns }]
  })
}
