/** Switches and templates by organization, and the preview of approvers. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  assertMembersOfCompany,
  covers,
  organizationNames,
  organizationsAbove,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { AuditSubject } from '#server/module.ts'
import { TEMPLATE_CHANGED, TEMPLATE_MISSING } from '../contract/codes.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { substitutesOf } from './absences.ts'
import { findApprovers } from './approvers.ts'
import type { ApprovalsDb } from './db.ts'
import { type EffectiveTemplate, effectiveAt } from './effective-template.ts'
import { peopleOf, personOf } from './people.ts'
import { isBusinessType } from './subjects.ts'

const permission = 'approval.manage'
type Audit = (subject: AuditSubject) => void

interface Where {
  readonly businessType: number
  readonly organizationId: string
}

/** An organization of another company does not exist; one outside the caller's grants is refused. */
async function assertManages(db: ApprovalsDb, caller: Caller, organizationId: string): Promise<void> {
  const above = await organizationsAbove(db, caller.companyId, organizationId)
  if (above.length === 0) throw refuse(NOT_FOUND)
  const granted = caller.permissions.get(permission) ?? []
  if (!above.some((id) => granted.includes(id))) throw refuse(NO_PERMISSION)
}

async function managedAmong(db: ApprovalsDb, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  const granted = caller.permissions.get(permission) ?? []
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::uuid[]) as id where id in ${organizationsBelowSql(granted)}`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function listPlaces(db: ApprovalsDb, caller: Caller, businessType: number) {
  const { companyId } = caller
  const templates = await db
    .selectFrom('approvals.template as t')
    .innerJoin('approvals.template_version as v', (join) =>
      join.onRef('v.template_id', '=', 't.id').onRef('v.version', '=', 't.version'),
    )
    .select(['t.organization_id', 't.name', 'v.steps'])
    .where('t.company_id', '=', companyId)
    .where('t.business_type', '=', businessType)
    .execute()
  const switches = await db
    .selectFrom('approvals.switch')
    .select(['organization_id', 'is_on'])
    .where('company_id', '=', companyId)
    .where('business_type', '=', businessType)
    .execute()
  const ids = [...new Set([...templates, ...switches].map((row) => row.organization_id))]
  const names = await organizationNames(db, companyId, ids)
  const managed = await managedAmong(db, caller, ids)
  const items = ids.map((organizationId) => {
    const template = templates.find((row) => row.organization_id === organizationId)
    return {
      organizationId,
      organizationName: names.get(organizationId) ?? '',
      isOn: switches.find((row) => row.organization_id === organizationId)?.is_on ?? null,
      templateName: template?.name ?? null,
      stepCount: template ? (template.steps as unknown[]).length : null,
      canManage: managed.has(organizationId),
    }
  })
  return { items: items.sort((a, b) => a.organizationName.localeCompare(b.organizationName, 'zh-CN')) }
}

async function shownTemplate(db: ApprovalsDb, companyId: string, template: EffectiveTemplate) {
  const ids = [template.updatedBy, ...template.steps.flatMap((step) => step.memberIds ?? [])]
  const people = await peopleOf(db, companyId, ids)
  const names = await organizationNames(db, companyId, [template.organizationId])
  return {
    id: template.id,
    organizationId: template.organizationId,
    organizationName: names.get(template.organizationId) ?? '',
    name: template.name,
    version: template.version,
    steps: template.steps.map((step) => ({
      ...step,
      members: (step.memberIds ?? []).map((id) => personOf(people, id)),
    })),
    updatedBy: personOf(people, template.updatedBy),
    updatedAt: template.updatedAt,
  }
}

export async function templateAt(db: ApprovalsDb, caller: Caller, where: Where) {
  const { companyId } = caller
  const known = await effectiveAt(db, { companyId, ...where })
  if (known.above.length === 0) throw refuse(NOT_FOUND)
  const from = known.switch?.organizationId
  const names = await organizationNames(db, companyId, from ? [from] : [])
  return {
    ownSwitch: from === where.organizationId ? (known.switch?.isOn ?? null) : null,
    isOn: known.isOn,
    switchFrom: from ? { organizationId: from, organizationName: names.get(from) ?? '' } : null,
    template: known.template ? await shownTemplate(db, companyId, known.template) : null,
    inherited: known.template !== undefined && known.template.organizationId !== where.organizationId,
    canManage: await covers(db, caller, permission, where.organizationId),
  }
}

function wrongField(path: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path, rule: 'step', message }] })
}

/** Each step has the fields of its kind, and its time-out follows its reminder. */
function assertSteps(steps: readonly StepDraft[]): void {
  for (const [at, step] of steps.entries()) {
    if (step.who === 'role' && !step.role) throw wrongField(`steps.${at}.role`, 'names no role')
    if (step.who === 'superior' && !step.level) throw wrongField(`steps.${at}.level`, 'names no level')
    if (step.who === 'members' && !step.memberIds?.length) throw wrongField(`steps.${at}.memberIds`, 'names nobody')
    const { remindAfterHours: remind, timeoutHours: timeout } = step
    if (remind && timeout && remind >= timeout)
      throw wrongField(`steps.${at}.timeoutHours`, 'is not after the reminder')
  }
}

/** Keeps only the fields that the kind of step needs. */
function tidy(step: StepDraft): StepDraft {
  return {
    name: step.name.trim(),
    who: step.who,
    role: step.who === 'role' ? (step.role ?? null) : null,
    level: step.who === 'superior' ? (step.level ?? null) : null,
    memberIds: step.who === 'members' ? (step.memberIds ?? []) : [],
    mode: step.mode,
    whenNobody: step.whenNobody,
    remindAfterHours: step.remindAfterHours ?? null,
    timeoutHours: step.timeoutHours ?? null,
    onTimeout: step.onTimeout,
  }
}

interface SaveInput extends Where {
  readonly name: string
  readonly steps: readonly StepDraft[]
  readonly version?: number
}

async function assertSavable(db: ApprovalsDb, caller: Caller, input: SaveInput): Promise<void> {
  await assertManages(db, caller, input.organizationId)
  if (!isBusinessType(input.businessType)) throw refuse(NOT_FOUND)
  assertSteps(input.steps)
  await assertMembersOfCompany(
    db,
    caller.companyId,
    input.steps.flatMap((step) => (step.who === 'members' ? (step.memberIds ?? []) : [])),
  )
  const names = input.steps.map((step, at) => [`steps.${at}.name`, step.name])
  await assertClean(db, caller.companyId, { name: input.name, ...Object.fromEntries(names) })
}

/** The organization's own template, locked; a simultaneous save counts as a change. */
async function lockOwn(db: ApprovalsDb, caller: Caller, input: SaveInput) {
  return db
    .selectFrom('approvals.template')
    .select(['id', 'version', 'name'])
    .where('company_id', '=', caller.companyId)
    .where('business_type', '=', input.businessType)
    .where('organization_id', '=', input.organizationId)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveTemplate(db: ApprovalsDb, caller: Caller, input: SaveInput, now: number, audit: Audit) {
  await assertSavable(db, caller, input)
  const { companyId, memberId } = caller
  const own = await lockOwn(db, caller, input)
  if (own?.version !== input.version) throw refuse(TEMPLATE_CHANGED, { version: own?.version ?? null })
  const version = (own?.version ?? 0) + 1
  const row = { name: input.name.trim(), version, updated_by: memberId, updated_at: now }
  const saved = await db
    .insertInto('approvals.template')
    .values({
      id: own?.id ?? uuid(),
      company_id: companyId,
      organization_id: input.organizationId,
      business_type: input.businessType,
      ...row,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'business_type', 'organization_id'])
        .doUpdateSet(row)
        .where('approvals.template.version', '=', version - 1),
    )
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw refuse(TEMPLATE_CHANGED, { version })
  const steps = input.steps.map(tidy)
  await db
    .insertInto('approvals.template_version')
    .values({
      template_id: saved.id,
      version,
      company_id: companyId,
      steps: JSON.stringify(steps),
      made_by: memberId,
      made_at: now,
    })
    .execute()
  const before = own && (await stepsOf(db, own.id, own.version))
  audit({
    type: 'approval-template',
    id: saved.id,
    name: row.name,
    ...(own && { before: { name: own.name, steps: before } }),
    after: { name: row.name, steps },
  })
  return { id: saved.id, version }
}

async function stepsOf(db: ApprovalsDb, templateId: string, version: number) {
  const row = await db
    .selectFrom('approvals.template_version')
    .select('steps')
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.steps as StepDraft[] | undefined
}

export async function deleteTemplate(db: ApprovalsDb, caller: Caller, id: string, audit: Audit): Promise<void> {
  const { companyId } = caller
  const template = await db
    .selectFrom('approvals.template')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!template) throw refuse(NOT_FOUND)
  const { organization_id: organizationId, business_type: businessType } = template
  await assertManages(db, caller, organizationId)
  const steps = await stepsOf(db, id, template.version)
  await db.deleteFrom('approvals.template').where('id', '=', id).execute()
  // The switch would stay on without a template.
  const left = await effectiveAt(db, { companyId, businessType, organizationId })
  if (left.switch?.isOn && !left.template) throw refuse(TEMPLATE_MISSING)
  audit({ type: 'approval-template', id, name: template.name, before: { name: template.name, steps } })
}

export async function setSwitch(
  db: ApprovalsDb,
  caller: Caller,
  input: Where & { readonly state: 'on' | 'off' | 'inherit' },
  now: number,
  audit: Audit,
) {
  const { companyId, memberId } = caller
  const { businessType, organizationId, state } = input
  await assertManages(db, caller, organizationId)
  if (!isBusinessType(businessType)) throw refuse(NOT_FOUND)
  const place = { companyId, businessType, organizationId }
  const before = await effectiveAt(db, place)
  if (state === 'on' && !before.template) throw refuse(TEMPLATE_MISSING)
  if (state === 'inherit') {
    await db
      .deleteFrom('approvals.switch')
      .where('company_id', '=', companyId)
      .where('business_type', '=', businessType)
      .where('organization_id', '=', organizationId)
      .execute()
  } else {
    const row = { is_on: state === 'on', changed_by: memberId, changed_at: now }
    await db
      .insertInto('approvals.switch')
      .values({ company_id: companyId, business_type: businessType, organization_id: organizationId, ...row })
      .onConflict((conflict) => conflict.columns(['company_id', 'business_type', 'organization_id']).doUpdateSet(row))
      .execute()
  }
  const after = await effectiveAt(db, place)
  const own = before.switch?.organizationId === organizationId ? before.switch.isOn : null
  audit({
    type: 'approval-switch',
    id: organizationId,
    name: String(businessType),
    before: { ownSwitch: own, isOn: before.isOn },
    after: { ownSwitch: state === 'inherit' ? null : state === 'on', isOn: after.isOn },
  })
  return { isOn: after.isOn }
}

interface PreviewInput {
  readonly organizationId: string
  readonly applicantId: string
  readonly steps: readonly StepDraft[]
}

export async function preview(db: ApprovalsDb, caller: Caller, input: PreviewInput, now: number) {
  const { companyId } = caller
  await assertManages(db, caller, input.organizationId)
  await assertMembersOfCompany(db, companyId, [input.applicantId])
  const applicant = { companyId, organizationId: input.organizationId, applicantId: input.applicantId }
  const found = []
  // At most ten steps, so one query per step is acceptable.
  for (const step of input.steps) found.push(await findApprovers(db, step, applicant))
  const ids = found.flatMap(({ memberIds }) => memberIds)
  const substitutes = await substitutesOf(db, companyId, ids, now)
  const people = await peopleOf(db, companyId, [...ids, ...substitutes.values()])
  return {
    items: found.map(({ memberIds, outcome }) => ({
      approvers: memberIds.map((id) => personOf(people, id)),
      substitutes: memberIds.flatMap((memberId) => {
        const substitute = substitutes.get(memberId)
        return substitute ? [{ memberId, substitute: personOf(people, substitute) }] : []
      }),
      outcome,
    })),
  }
}
